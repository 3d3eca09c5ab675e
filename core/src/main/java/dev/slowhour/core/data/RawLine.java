package dev.slowhour.core.data;

import java.nio.charset.StandardCharsets;

/**
 * An input line as a notice shows it: at most 500 characters, none of which controls a terminal.
 */
public final class RawLine {

  /** Characters (code points) shown at most. */
  public static final int MAX_CODE_POINTS = 500;

  /** No code point takes more bytes than this in UTF-8. */
  private static final int MAX_BYTES_PER_CODE_POINT = 4;

  private static final char REPLACEMENT = '\uFFFD';

  private RawLine() {}

  /**
   * Shows the line in {@code bytes[from, to)}. Bytes that are no UTF-8, control characters
   * (category Cc) and unpaired surrogates become U+FFFD.
   */
  public static String of(byte[] bytes, int from, int to) {
    int shown = Math.min(to - from, MAX_CODE_POINTS * MAX_BYTES_PER_CODE_POINT);
    String text = new String(bytes, from, shown, StandardCharsets.UTF_8);
    StringBuilder line = new StringBuilder(Math.min(text.length(), 2 * MAX_CODE_POINTS));
    text.codePoints()
        .limit(MAX_CODE_POINTS)
        .map(c -> Character.getType(c) == Character.CONTROL ? REPLACEMENT : c)
        .forEach(line::appendCodePoint);
    return line.toString();
  }
}
