package dev.slowhour.core.time;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.util.Locale;

/** Instants in UTC in the shortest form: seconds and decimals only where there are any. */
public final class UtcText {

  private static final DateTimeFormatter MINUTE =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm'Z'", Locale.ROOT);

  private static final DateTimeFormatter INSTANT =
      new DateTimeFormatterBuilder()
          .appendPattern("uuuu-MM-dd'T'HH:mm:ss")
          .appendFraction(ChronoField.NANO_OF_SECOND, 0, 9, true)
          .appendLiteral('Z')
          .toFormatter(Locale.ROOT);

  private UtcText() {}

  /** For example {@code 2026-10-13T01:17Z}, {@code 2026-10-13T01:17:05.5Z}. */
  public static String shortest(Instant instant) {
    ZonedDateTime utc = instant.atZone(ZoneOffset.UTC);
    boolean isWholeMinute = utc.getSecond() == 0 && utc.getNano() == 0;
    return (isWholeMinute ? MINUTE : INSTANT).format(utc);
  }
}
