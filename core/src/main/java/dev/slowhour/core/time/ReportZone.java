package dev.slowhour.core.time;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import java.util.Locale;

/**
 * The zone whose clock divides time into hours, and in which times are written.
 *
 * <p>An hour is 3,600 seconds from an instant at which the clock shows a full hour. That is one
 * grid for all time only where the clock never shifts by other than whole hours: a zone that, from
 * 1970 on, does, or whose offset is no whole number of minutes, is refused.
 */
public final class ReportZone {

  /** Seconds of an hour. */
  public static final long HOUR_SECONDS = 3_600;

  /** Minutes of an hour. */
  public static final int HOUR_MINUTES = 60;

  private static final long MINUTE_SECONDS = 60;

  private static final DateTimeFormatter MINUTE_FORMAT =
      new DateTimeFormatterBuilder()
          .appendPattern("uuuu-MM-dd'T'HH:mm")
          .appendOffset("+HH:MM", "+00:00")
          .toFormatter(Locale.ROOT);
  private static final DateTimeFormatter INSTANT_FORMAT =
      new DateTimeFormatterBuilder()
          .appendPattern("uuuu-MM-dd'T'HH:mm:ss")
          .appendFraction(ChronoField.NANO_OF_SECOND, 0, 9, true)
          .appendOffset("+HH:MM", "+00:00")
          .toFormatter(Locale.ROOT);
  private static final DateTimeFormatter HOUR_FORMAT =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH", Locale.ROOT);

  private final ZoneId zone;
  private final long secondsPastTheHour;

  private ReportZone(ZoneId zone, long secondsPastTheHour) {
    this.zone = zone;
    this.secondsPastTheHour = secondsPastTheHour;
  }

  /**
   * The report zone of that name.
   *
   * @param name a name of the time zone database such as {@code Asia/Seoul}, {@code UTC}, or an
   *     offset such as {@code +05:30}
   * @throws IllegalArgumentException when there is no such zone, or its hours are no grid
   */
  public static ReportZone of(String name) {
    ZoneId zone;
    try {
      zone = ZoneId.of(name);
    } catch (DateTimeException e) {
      throw new IllegalArgumentException(
          "zone: " + name + " (expected: a time zone such as Asia/Seoul, UTC or +09:00)", e);
    }
    ZoneRules rules = zone.getRules();
    ZoneOffset first = rules.getOffset(Instant.EPOCH);
    requireGrid(name, first, first);
    // Past the last fixed transition the rules repeat every year: two further years show them all.
    Instant end =
        rules.getTransitions().stream()
            .map(ZoneOffsetTransition::getInstant)
            .reduce(Instant.EPOCH, (left, right) -> left.isAfter(right) ? left : right)
            .plus(Duration.ofDays(2 * 366));
    ZoneOffsetTransition transition = rules.nextTransition(Instant.EPOCH.minusSeconds(1));
    while (transition != null && transition.getInstant().isBefore(end)) {
      requireGrid(name, first, transition.getOffsetAfter());
      transition = rules.nextTransition(transition.getInstant());
    }
    return new ReportZone(zone, Math.floorMod(first.getTotalSeconds(), HOUR_SECONDS));
  }

  private static void requireGrid(String name, ZoneOffset first, ZoneOffset offset) {
    boolean wholeMinutes = offset.getTotalSeconds() % MINUTE_SECONDS == 0;
    boolean wholeHoursApart =
        (offset.getTotalSeconds() - first.getTotalSeconds()) % HOUR_SECONDS == 0;
    if (!wholeMinutes || !wholeHoursApart) {
      throw new IllegalArgumentException(
          "zone: "
              + name
              + " (expected: a zone whose clock, from 1970 on, shifts by whole hours only and whose"
              + " offset is whole minutes; it also has "
              + offset
              + ")");
    }
  }

  /** The zone's name, for example {@code Asia/Seoul}; that of an offset in full, {@code +09:00}. */
  public String name() {
    return zone.getId();
  }

  /** The start of the hour that the instant belongs to. */
  public Instant hourOf(Instant instant) {
    return Instant.ofEpochSecond(hourOf(instant.getEpochSecond()));
  }

  /** The start of the hour that the second belongs to, both in seconds since 1970 (UTC). */
  public long hourOf(long epochSecond) {
    return epochSecond - Math.floorMod(epochSecond + secondsPastTheHour, HOUR_SECONDS);
  }

  /** Whether the zone's clock shows a full hour at that instant. */
  public boolean isOnTheHour(Instant instant) {
    return hourOf(instant).equals(instant);
  }

  /** {@code YYYY-MM-DDTHH:MM±HH:MM}, for example {@code 2026-10-13T10:17+09:00}. */
  public String minuteText(Instant instant) {
    return MINUTE_FORMAT.format(at(instant));
  }

  /** {@code YYYY-MM-DDTHH:MM:SS[.f]±HH:MM}, without needless decimals. */
  public String instantText(Instant instant) {
    return INSTANT_FORMAT.format(at(instant));
  }

  /** {@code YYYY-MM-DDTHH}, the hour part of a window key. */
  public String hourText(Instant instant) {
    return HOUR_FORMAT.format(at(instant));
  }

  /** The date on the zone's clock. */
  public LocalDate dateOf(Instant instant) {
    return at(instant).toLocalDate();
  }

  /** The instant on the zone's clock. */
  public ZonedDateTime at(Instant instant) {
    return instant.atZone(zone);
  }
}
