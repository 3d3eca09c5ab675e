package dev.slowhour.job.show;

import dev.slowhour.core.data.EndpointId;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/**
 * The few windows that somebody who asked for one that is not there may have meant: of the same
 * endpoint, the nearest hours first, then of the same hour, the likest names first.
 */
final class NearestWindows {

  private static final int MOST = 5;
  private static final DateTimeFormatter HOUR =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH", Locale.ROOT);

  private static final Comparator<Near> ORDER =
      Comparator.comparing((Near near) -> !near.isSameEndpoint()).thenComparingLong(Near::distance);

  private final WindowName name;
  private final List<Near> nearest = new ArrayList<>();

  NearestWindows(WindowName name) {
    this.name = name;
  }

  private record Near(String fullName, boolean isSameEndpoint, long distance) {}

  void add(EndpointId endpoint, String windowStart) {
    String fullName = WindowName.full(endpoint, windowStart);
    if (name.namesEndpoint(endpoint)) {
      addNear(new Near(fullName, true, hoursApart(windowStart)));
    } else if (name.isHourOf(windowStart)) {
      addNear(new Near(fullName, false, -name.likeness(endpoint)));
    }
  }

  private void addNear(Near near) {
    nearest.add(near);
    if (nearest.size() > MOST) {
      nearest.sort(ORDER);
      nearest.remove(MOST);
    }
  }

  /** By the clock alone; a date that is none, such as the 31st of June, is far from all. */
  private long hoursApart(String windowStart) {
    try {
      LocalDateTime asked = LocalDateTime.parse(name.hour(), HOUR);
      LocalDateTime there = LocalDateTime.parse(windowStart.substring(0, 13), HOUR);
      return Math.abs(ChronoUnit.HOURS.between(asked, there));
    } catch (java.time.format.DateTimeParseException e) {
      return Long.MAX_VALUE;
    }
  }

  List<String> fullNames() {
    nearest.sort(ORDER);
    return nearest.stream().map(Near::fullName).toList();
  }
}
