package dev.slowhour.core.audit;

import dev.slowhour.core.time.ReportZone;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.util.Optional;

/**
 * Times as a window's filter sentences write them, on the clock of the report zone: {@code MM-DD }
 * goes before when the date is not the window's. Whatever the clock does, its minutes count from
 * the start of an hour, so that within the window a text is one instant.
 */
final class WindowClock {

  private final ReportZone zone;
  private final Instant start;

  WindowClock(RecountedWindow window) {
    zone = window.zone();
    start = window.id().start();
  }

  /** {@code HH:MM}. */
  String minute(Instant instant) {
    ZonedDateTime at = zone.at(instant);
    return date(at) + twoDigits(at.getHour()) + ":" + twoDigits(at.getMinute());
  }

  /** {@code HH:MM:SS} with the decimals of the instant but no trailing zeros. */
  String second(Instant instant) {
    ZonedDateTime at = zone.at(instant);
    return minute(instant) + ":" + twoDigits(at.getSecond()) + decimals(at.getNano());
  }

  /** The window's start as the end of its hour is told from. */
  String from() {
    return twoDigits(zone.at(start).getHour()) + ":00";
  }

  /** The start's hour + 1, {@code 24:00} after 23. */
  String to() {
    return twoDigits(zone.at(start).getHour() + 1) + ":00";
  }

  /** The minute of the window, 0 to 59, that a text names. */
  Optional<Integer> minuteOfWindow(String text) {
    int minute = Integer.parseInt(text.substring(text.lastIndexOf(':') + 1));
    return Optional.of(minute).filter(m -> minute(start.plus(Duration.ofMinutes(m))).equals(text));
  }

  static String decimals(int nano) {
    if (nano == 0) {
      return "";
    }
    String digits = String.valueOf(1_000_000_000L + nano).substring(1);
    int end = digits.length();
    while (digits.charAt(end - 1) == '0') {
      end--;
    }
    return "." + digits.substring(0, end);
  }

  static String twoDigits(int number) {
    return number < 10 ? "0" + number : String.valueOf(number);
  }

  private String date(ZonedDateTime at) {
    return at.toLocalDate().equals(zone.dateOf(start))
        ? ""
        : twoDigits(at.getMonthValue()) + "-" + twoDigits(at.getDayOfMonth()) + " ";
  }
}
