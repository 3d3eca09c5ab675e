package dev.slowhour.core.evidence;

import dev.slowhour.core.time.ReportZone;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.util.Locale;

/**
 * Times as a window's sentences write them: on the clock of the report zone, with the date before
 * it when that is not the window's.
 */
final class ClockText {

  private static final DateTimeFormatter DATE = DateTimeFormatter.ofPattern("MM-dd ", Locale.ROOT);
  private static final DateTimeFormatter MINUTE = DateTimeFormatter.ofPattern("HH:mm", Locale.ROOT);
  private static final DateTimeFormatter INSTANT =
      new DateTimeFormatterBuilder()
          .appendPattern("HH:mm:ss")
          .appendFraction(ChronoField.NANO_OF_SECOND, 0, 9, true)
          .toFormatter(Locale.ROOT);

  private final ReportZone zone;
  private final LocalDate windowDate;
  private final int windowHour;

  ClockText(ReportZone zone, Instant windowStart) {
    this.zone = zone;
    windowDate = zone.dateOf(windowStart);
    windowHour = zone.at(windowStart).getHour();
  }

  /** {@code HH:MM}. */
  String minute(Instant minute) {
    return text(minute, MINUTE);
  }

  /** {@code HH:MM:SS} with the decimals of the instant. */
  String instant(Instant instant) {
    return text(instant, INSTANT);
  }

  /** {@code 10:00~11:00}, {@code 23:00~24:00}: the window's hour, whatever the clock does then. */
  String hour() {
    return String.format(Locale.ROOT, "%02d:00~%02d:00", windowHour, windowHour + 1);
  }

  /** {@code 09:17~10:16}: the 60 minutes before that minute, both ends in it. */
  String hourBefore(Instant minute) {
    return minute(minute.minusSeconds(ReportZone.HOUR_SECONDS))
        + "~"
        + minute(minute.minusSeconds(60));
  }

  private String text(Instant instant, DateTimeFormatter format) {
    ZonedDateTime clock = zone.at(instant);
    String time = format.format(clock);
    return clock.toLocalDate().equals(windowDate) ? time : DATE.format(clock) + time;
  }
}
