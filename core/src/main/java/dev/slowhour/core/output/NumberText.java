package dev.slowhour.core.output;

import java.math.BigDecimal;

/** Numbers as they are written. */
public final class NumberText {

  private NumberText() {}

  /** The shortest form without an exponent: {@code 0.5}, {@code 3}, {@code 0}. */
  public static String shortest(BigDecimal value) {
    return value.signum() == 0 ? "0" : value.stripTrailingZeros().toPlainString();
  }
}
