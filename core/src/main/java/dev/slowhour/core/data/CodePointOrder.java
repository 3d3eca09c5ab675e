package dev.slowhour.core.data;

/**
 * The order of ids: by code point. {@link String#compareTo} orders by UTF-16 unit, which puts the
 * code points from U+10000 on before U+E000 to U+FFFF.
 */
public final class CodePointOrder {

  private CodePointOrder() {}

  /** Compares two strings by code point, a prefix before what it begins. */
  public static int compare(String left, String right) {
    int length = Math.min(left.length(), right.length());
    for (int i = 0; i < length; i++) {
      char leftUnit = left.charAt(i);
      char rightUnit = right.charAt(i);
      if (leftUnit != rightUnit) {
        return Character.compare(rank(leftUnit), rank(rightUnit));
      }
    }
    return Integer.compare(left.length(), right.length());
  }

  /**
   * A text that {@link String#compareTo} orders as this class orders the given one: for sorts that
   * know no other order. It is no text to show.
   */
  public static String sortKey(String text) {
    StringBuilder key = new StringBuilder(text.length());
    text.chars().forEach(unit -> key.append(rank((char) unit)));
    return key.toString();
  }

  /** Moves the surrogates behind every other unit, and keeps all orders else. */
  private static char rank(char unit) {
    if (unit < Character.MIN_SURROGATE) {
      return unit;
    }
    return Character.isSurrogate(unit) ? (char) (unit + 0x2000) : (char) (unit - 0x800);
  }
}
