package dev.slowhour.core.evidence;

import java.math.BigDecimal;

/** Numbers as files, the store and sentences write them. */
public final class NumberText {

  private NumberText() {}

  /** The shortest form without an exponent: {@code 0.5}, {@code 3}, {@code 0}. */
  public static String shortest(BigDecimal value) {
    return value.signum() == 0 ? "0" : value.stripTrailingZeros().toPlainString();
  }
}
