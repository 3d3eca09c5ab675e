package dev.slowhour.core.read;

/** Which texts are ids and names. */
final class IdText {

  private static final int MAX_CODE_POINTS = 200;
  private static final int MAX_REMARK_CODE_POINTS = 1_000;

  private IdText() {}

  /**
   * 1 to 200 code points, no control characters, no lone surrogates, no middle dot, no white space
   * at either end.
   */
  static boolean isId(String text) {
    return isName(text)
        && text.indexOf('·') < 0
        && !isWhiteSpace(text.charAt(0))
        && !isWhiteSpace(text.charAt(text.length() - 1));
  }

  /** An id that can stand before a slash. */
  static boolean isTenantId(String text) {
    return isId(text) && text.indexOf('/') < 0;
  }

  /** 1 to 200 code points, no control characters, no lone surrogates. */
  static boolean isName(String text) {
    return isPlain(text, MAX_CODE_POINTS);
  }

  /** 1 to 1,000 code points, no control characters, no lone surrogates. */
  static boolean isRemark(String text) {
    return isPlain(text, MAX_REMARK_CODE_POINTS);
  }

  private static boolean isPlain(String text, int maxCodePoints) {
    int units = text.length();
    if (units == 0 || units > 2 * maxCodePoints) {
      return false;
    }
    int codePoints = 0;
    for (int i = 0; i < units; i++) {
      char c = text.charAt(i);
      if (c < 0x20 || (c >= 0x7F && c < 0xA0)) {
        return false;
      }
      if (Character.isSurrogate(c)) {
        if (!Character.isHighSurrogate(c)
            || i + 1 == units
            || !Character.isLowSurrogate(text.charAt(i + 1))) {
          return false;
        }
        i++;
      }
      codePoints++;
    }
    return codePoints <= maxCodePoints;
  }

  /** The Unicode property White_Space; all of it lies in the first plane. */
  private static boolean isWhiteSpace(char c) {
    return c == ' '
        || (c >= '\t' && c <= '\r')
        || c == 0x85
        || c == 0xA0
        || c == 0x1680
        || (c >= 0x2000 && c <= 0x200A)
        || c == 0x2028
        || c == 0x2029
        || c == 0x202F
        || c == 0x205F
        || c == 0x3000;
  }
}
