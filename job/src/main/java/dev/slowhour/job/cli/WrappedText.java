package dev.slowhour.job.cli;

import java.util.ArrayList;
import java.util.List;

/** Text broken into lines that fit a terminal: at spaces, and inside a word only if it has to. */
final class WrappedText {

  private final int width;
  private final List<String> lines = new ArrayList<>();
  private final StringBuilder line = new StringBuilder();
  private int lineWidth;

  private WrappedText(int width) {
    this.width = width;
  }

  /**
   * The lines of a text.
   *
   * @param width columns that a line may take, ≥ 2
   */
  static List<String> lines(String text, int width) {
    WrappedText wrapped = new WrappedText(width);
    for (String word : text.split(" ", -1)) {
      wrapped.add(word);
    }
    wrapped.endLine();
    return wrapped.lines;
  }

  private void add(String word) {
    int wordWidth = DisplayWidth.of(word);
    if (lineWidth > 0 && lineWidth + 1 + wordWidth <= width) {
      append(" ");
      append(word);
    } else {
      if (lineWidth > 0) {
        endLine();
      }
      addToNewLine(word);
    }
  }

  private void addToNewLine(String word) {
    word.codePoints()
        .mapToObj(Character::toString)
        .forEach(
            character -> {
              if (lineWidth + DisplayWidth.of(character) > width) {
                endLine();
              }
              append(character);
            });
  }

  private void append(String text) {
    line.append(text);
    lineWidth += DisplayWidth.of(text);
  }

  private void endLine() {
    lines.add(line.toString());
    line.setLength(0);
    lineWidth = 0;
  }
}
