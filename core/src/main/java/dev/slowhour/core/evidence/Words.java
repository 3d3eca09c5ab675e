package dev.slowhour.core.evidence;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Locale;

/** Numbers as sentences write them. */
final class Words {

  private Words() {}

  /** An integer with thousands commas. */
  static String number(long value) {
    return String.format(Locale.ROOT, "%,d", value);
  }

  /** A decimal to that many places, trailing zeros kept. */
  static String decimal(BigDecimal value, int places) {
    return value.setScale(places, RoundingMode.HALF_UP).toPlainString();
  }

  /** {@code 88.1%}: part of whole, rounded half up to one place. */
  static String percent(long part, long whole) {
    return BigDecimal.valueOf(part)
            .multiply(BigDecimal.valueOf(100))
            .divide(BigDecimal.valueOf(whole), 1, RoundingMode.HALF_UP)
        + "%";
  }

  /** An integer and the object particle that its reading asks for: {@code 16 을}. */
  static String numberAsObject(long value) {
    return number(value) + " " + Particle.OBJECT.after(value);
  }
}
