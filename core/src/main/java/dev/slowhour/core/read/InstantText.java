package dev.slowhour.core.read;

import java.time.Instant;
import java.time.LocalDate;
import java.time.YearMonth;
import java.util.Optional;

/**
 * The one way to write an instant: {@code YYYY-MM-DDTHH:MM[:SS[.f]](Z|±HH:MM)} with 1 to 9
 * decimals, years 1970 to 9998, a real date, seconds 0 to 59 and an offset within ±18:00. Read by
 * hand because the library's parser takes as long as all else about a line.
 */
public final class InstantText {

  private static final int MIN_YEAR = 1970;
  private static final int MAX_YEAR = 9998;

  /** Years that a zone's clock shows in the first and the last hours of those. */
  private static final int MIN_SHOWN_YEAR = MIN_YEAR - 1;

  private static final int MAX_SHOWN_YEAR = MAX_YEAR + 1;
  private static final int MAX_OFFSET_MINUTES = 18 * 60;
  private static final int MAX_DECIMALS = 9;
  private static final long DAY_SECONDS = 86_400;

  private InstantText() {}

  /** The instant that the text writes; empty when it is not written in this way. */
  public static Optional<Instant> parse(String text) {
    return Optional.ofNullable(parseOrNull(text));
  }

  /**
   * The instant that a text of a judged output or an option writes. These are on the clock of a
   * zone, where the year of the earliest and the latest instants is another: 1969 to 9999.
   */
  public static Optional<Instant> parseShown(String text) {
    return Optional.ofNullable(parseOrNull(text, MIN_SHOWN_YEAR, MAX_SHOWN_YEAR));
  }

  static Instant parseOrNull(String text) {
    return parseOrNull(text, MIN_YEAR, MAX_YEAR);
  }

  private static Instant parseOrNull(String text, int minYear, int maxYear) {
    int length = text.length();
    // The shortest is 2026-10-13T10:17Z.
    if (length < 17
        || text.charAt(4) != '-'
        || text.charAt(7) != '-'
        || text.charAt(10) != 'T'
        || text.charAt(13) != ':') {
      return null;
    }
    int year = digits(text, 0, 4);
    int month = digits(text, 5, 2);
    int day = digits(text, 8, 2);
    int hour = digits(text, 11, 2);
    int minute = digits(text, 14, 2);
    if (year < minYear
        || year > maxYear
        || month < 1
        || month > 12
        || day < 1
        || (day > 28 && day > YearMonth.of(year, month).lengthOfMonth())
        || !isClock(hour, minute)) {
      return null;
    }
    int at = 16;
    int second = 0;
    int nano = 0;
    if (text.charAt(at) == ':') {
      second = digits(text, at + 1, 2);
      if (second < 0 || second > 59) {
        return null;
      }
      at += 3;
      if (at < length && text.charAt(at) == '.') {
        int decimals = 0;
        at++;
        while (at < length && isDigit(text.charAt(at))) {
          nano = nano * 10 + (text.charAt(at) - '0');
          at++;
          if (++decimals > MAX_DECIMALS) {
            return null;
          }
        }
        if (decimals == 0) {
          return null;
        }
        for (; decimals < MAX_DECIMALS; decimals++) {
          nano *= 10;
        }
      }
    }
    int offsetMinutes = offsetMinutes(text, at);
    if (offsetMinutes == Integer.MIN_VALUE) {
      return null;
    }
    long secondOfDay = (hour * 60L + minute - offsetMinutes) * 60 + second;
    return Instant.ofEpochSecond(
        LocalDate.of(year, month, day).toEpochDay() * DAY_SECONDS + secondOfDay, nano);
  }

  /** The offset that ends the text at that index, or {@code Integer.MIN_VALUE}. */
  private static int offsetMinutes(String text, int at) {
    int left = text.length() - at;
    if (left == 1 && text.charAt(at) == 'Z') {
      return 0;
    }
    if (left != 6 || text.charAt(at + 3) != ':') {
      return Integer.MIN_VALUE;
    }
    char sign = text.charAt(at);
    int hours = digits(text, at + 1, 2);
    int minutes = digits(text, at + 4, 2);
    if ((sign != '+' && sign != '-') || !isClock(hours, minutes)) {
      return Integer.MIN_VALUE;
    }
    int offset = hours * 60 + minutes;
    if (offset > MAX_OFFSET_MINUTES) {
      return Integer.MIN_VALUE;
    }
    return sign == '-' ? -offset : offset;
  }

  private static boolean isClock(int hour, int minute) {
    return hour >= 0 && hour <= 23 && minute >= 0 && minute <= 59;
  }

  /** The number of that many ASCII digits at that index, or -1. */
  private static int digits(String text, int from, int count) {
    if (from + count > text.length()) {
      return -1;
    }
    int value = 0;
    for (int i = from; i < from + count; i++) {
      char c = text.charAt(i);
      if (!isDigit(c)) {
        return -1;
      }
      value = value * 10 + (c - '0');
    }
    return value;
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }
}
