package dev.slowhour.core.testing;

/** One JSON value of an input line, as it is written there. */
public sealed interface Value {

  /** The value as it stands in the line. */
  String json();

  /**
   * A string.
   *
   * @param text what it says
   * @param isEscaped whether everything beyond ASCII is written as escapes
   */
  record Text(String text, boolean isEscaped) implements Value {

    @Override
    public String json() {
      StringBuilder json = new StringBuilder("\"");
      for (int i = 0; i < text.length(); i++) {
        char unit = text.charAt(i);
        if (unit == '"' || unit == '\\') {
          json.append('\\').append(unit);
        } else if (unit < ' ' || (isEscaped && unit > '~') || Character.isSurrogate(unit)) {
          json.append(String.format("\\u%04x", (int) unit));
        } else {
          json.append(unit);
        }
      }
      return json.append('"').toString();
    }
  }

  /**
   * A number.
   *
   * @param written its digits, sign, point and exponent
   */
  record Numeral(String written) implements Value {

    @Override
    public String json() {
      return written;
    }
  }

  /** Anything else: {@code true}, {@code false}, {@code null}, an array, an object. */
  record Other(String json) implements Value {}

  /** A string in its usual form. */
  static Value text(String text) {
    return new Text(text, false);
  }

  /** A whole number in its usual form. */
  static Value number(long number) {
    return new Numeral(Long.toString(number));
  }
}
