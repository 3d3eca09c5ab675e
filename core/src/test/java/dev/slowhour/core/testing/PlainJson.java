package dev.slowhour.core.testing;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A JSON reader by RFC 8259 of its own, so that the oracle does not rest on the one that it checks.
 * Objects become maps in which the last of equal names counts, arrays lists, numbers {@link
 * Value.Numeral}; strings, {@code true}, {@code false} and {@code null} are themselves.
 */
final class PlainJson {

  private static final int MAX_DEPTH = 500;
  private static final Pattern NUMBER =
      Pattern.compile("-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][+-]?[0-9]+)?");
  private static final Pattern WORD = Pattern.compile("true|false|null");

  private final String text;
  private int position;
  private int depth;

  private PlainJson(String text) {
    this.text = text;
  }

  /** The one value of the text. */
  static Object read(String text) {
    PlainJson json = new PlainJson(text);
    Object value = json.value();
    json.space();
    if (json.position != text.length()) {
      throw json.fault("the end");
    }
    return value;
  }

  private Object value() {
    space();
    return switch (peek()) {
      case '{' -> object();
      case '[' -> array();
      case '"' -> string();
      case 't', 'f', 'n' -> word();
      default -> new Value.Numeral(match(NUMBER));
    };
  }

  private Map<String, Object> object() {
    Map<String, Object> object = new LinkedHashMap<>();
    open('{');
    while (!closed('}', object.isEmpty())) {
      space();
      String name = string();
      space();
      take(':');
      object.put(name, value());
    }
    return object;
  }

  private List<Object> array() {
    List<Object> array = new ArrayList<>();
    open('[');
    while (!closed(']', array.isEmpty())) {
      array.add(value());
    }
    return array;
  }

  private void open(char bracket) {
    take(bracket);
    depth++;
    if (depth > MAX_DEPTH) {
      throw fault("at most " + MAX_DEPTH + " levels");
    }
  }

  /** Takes the closing bracket, or the comma before the next element. */
  private boolean closed(char bracket, boolean isEmpty) {
    space();
    if (peek() == bracket) {
      take(bracket);
      depth--;
      return true;
    }
    if (!isEmpty) {
      take(',');
    }
    return false;
  }

  private String string() {
    take('"');
    StringBuilder string = new StringBuilder();
    while (peek() != '"') {
      char unit = next();
      if (unit < ' ') {
        throw fault("no control character");
      }
      string.append(unit == '\\' ? escaped() : unit);
    }
    take('"');
    return string.toString();
  }

  private char escaped() {
    char unit = next();
    return switch (unit) {
      case '"', '\\', '/' -> unit;
      case 'b' -> '\b';
      case 'f' -> '\f';
      case 'n' -> '\n';
      case 'r' -> '\r';
      case 't' -> '\t';
      case 'u' -> {
        String digits = match(Pattern.compile("[0-9a-fA-F]{4}"));
        yield (char) Integer.parseInt(digits, 16);
      }
      default -> throw fault("an escape");
    };
  }

  private Object word() {
    String word = match(WORD);
    return word.equals("null") ? null : (Object) Boolean.valueOf(word);
  }

  private String match(Pattern pattern) {
    Matcher matcher = pattern.matcher(text).region(position, text.length());
    if (!matcher.lookingAt()) {
      throw fault(pattern.pattern());
    }
    position = matcher.end();
    return matcher.group();
  }

  private void space() {
    while (position < text.length() && " \t\r\n".indexOf(text.charAt(position)) >= 0) {
      position++;
    }
  }

  private void take(char expected) {
    if (next() != expected) {
      throw fault(String.valueOf(expected));
    }
  }

  private char peek() {
    if (position == text.length()) {
      throw fault("more");
    }
    return text.charAt(position);
  }

  private char next() {
    char unit = peek();
    position++;
    return unit;
  }

  private IllegalArgumentException fault(String expected) {
    return new IllegalArgumentException("at " + position + " (expected: " + expected + ")");
  }
}
