package dev.slowhour.loadgen.client;

/** The start of what a server sent, fit for one line of a file or a terminal. */
final class Excerpt {

  private static final int MAX_CODE_POINTS = 300;

  private Excerpt() {}

  /** At most 300 code points, control characters as U+FFFD. */
  static String of(String text) {
    StringBuilder excerpt = new StringBuilder();
    text.codePoints()
        .limit(MAX_CODE_POINTS)
        .map(c -> Character.getType(c) == Character.CONTROL ? 0xFFFD : c)
        .forEach(excerpt::appendCodePoint);
    return excerpt.toString();
  }
}
