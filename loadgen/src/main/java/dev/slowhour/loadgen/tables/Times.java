package dev.slowhour.loadgen.tables;

import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Instants as the tables have them. */
final class Times {

  private static final DateTimeFormatter MINUTE =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mmxxx", Locale.ROOT);
  private static final DateTimeFormatter MILLISECOND =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSxxx", Locale.ROOT);

  private Times() {}

  static String minute(OffsetDateTime time) {
    return MINUTE.format(time);
  }

  static String millisecond(OffsetDateTime time) {
    return MILLISECOND.format(time);
  }
}
