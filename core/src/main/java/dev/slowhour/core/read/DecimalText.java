package dev.slowhour.core.read;

import java.math.BigDecimal;
import java.math.BigInteger;

/**
 * Decimal numbers exactly as a JSON number writes them. With the exponent applied at most 15 digits
 * before and 30 after the point; trailing zeros count, zero has none before it.
 */
final class DecimalText {

  private static final int MAX_DIGITS_BEFORE = 15;
  private static final int MAX_DIGITS_AFTER = 30;
  private static final int MAX_LONG_DIGITS = 18;

  /** The least integer of 16 digits. */
  private static final long MAX_MAGNITUDE = 1_000_000_000_000_000L;

  /** Beyond every exponent that a line of at most a mebibyte can make up for with digits. */
  private static final int HUGE_EXPONENT = 100_000_000;

  private DecimalText() {}

  /**
   * The number that the text writes, or null when it has too many digits.
   *
   * @param text a number by the grammar of JSON
   */
  static BigDecimal parseOrNull(String text) {
    int length = text.length();
    int at = text.charAt(0) == '-' ? 1 : 0;
    boolean negative = at == 1;
    StringBuilder digits = new StringBuilder(Math.min(length, 64));
    long scale = 0;
    boolean afterPoint = false;
    for (; at < length; at++) {
      char c = text.charAt(at);
      if (c == '.') {
        afterPoint = true;
      } else if (c == 'e' || c == 'E') {
        scale -= exponent(text, at + 1);
        break;
      } else {
        if (afterPoint) {
          scale++;
        }
        if (c != '0' || !digits.isEmpty()) {
          digits.append(c);
        }
      }
    }
    if (scale > MAX_DIGITS_AFTER || digits.length() - scale > MAX_DIGITS_BEFORE) {
      // Zero has no digits, so only its scale can be at fault: its exponent never is.
      return digits.isEmpty() && scale <= MAX_DIGITS_AFTER ? BigDecimal.ZERO : null;
    }
    if (digits.isEmpty()) {
      return BigDecimal.ZERO;
    }
    int exactScale = (int) scale;
    if (digits.length() <= MAX_LONG_DIGITS) {
      long unscaled = Long.parseLong(digits, 0, digits.length(), 10);
      return withoutExponent(BigDecimal.valueOf(negative ? -unscaled : unscaled, exactScale));
    }
    BigInteger unscaled = new BigInteger(digits.toString());
    return withoutExponent(new BigDecimal(negative ? unscaled.negate() : unscaled, exactScale));
  }

  /** An integer cell as a number, or null when it has too many digits. */
  static BigDecimal ofInteger(long value) {
    return value > -MAX_MAGNITUDE && value < MAX_MAGNITUDE ? BigDecimal.valueOf(value) : null;
  }

  private static BigDecimal withoutExponent(BigDecimal value) {
    return value.scale() < 0 ? value.setScale(0) : value;
  }

  private static long exponent(String text, int from) {
    char sign = text.charAt(from);
    int at = sign == '-' || sign == '+' ? from + 1 : from;
    long value = 0;
    for (; at < text.length() && value < HUGE_EXPONENT; at++) {
      value = value * 10 + (text.charAt(at) - '0');
    }
    return sign == '-' ? -value : value;
  }
}
