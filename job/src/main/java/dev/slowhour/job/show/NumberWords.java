package dev.slowhour.job.show;

import java.math.BigDecimal;
import java.util.Locale;

/** Numbers as a window shows them. */
public final class NumberWords {

  static final String NO_VALUE = "값 없음";

  private NumberWords() {}

  /** An integer with thousands commas. */
  public static String number(long value) {
    return String.format(Locale.ROOT, "%,d", value);
  }

  /** A decimal as it is written, with thousands commas. */
  public static String number(BigDecimal value) {
    String plain = value.toPlainString();
    int point = plain.indexOf('.');
    String integer = point < 0 ? plain : plain.substring(0, point);
    String grouped = integer.replaceAll("(?<=\\d)(?=(\\d{3})+$)", ",");
    return point < 0 ? grouped : grouped + plain.substring(point);
  }

  /** A value as written: an integer with commas, anything else as it stands. */
  static String written(String value) {
    return value.matches("-?\\d{1,18}") ? number(Long.parseLong(value)) : value;
  }

  /** A figure that is rounded to that many places, with the zeros that rounding left. */
  static String rounded(String value, int places) {
    BigDecimal number = new BigDecimal(value);
    return number(number.setScale(Math.max(places, number.scale())));
  }
}
