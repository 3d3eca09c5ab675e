package dev.slowhour.job.cli;

import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Help.Ansi.IStyle;
import picocli.CommandLine.Help.Ansi.Style;

/**
 * Colours on a terminal that has them. Unlike picocli's markup it takes text as it is, so that an
 * id with {@code @|} in it stays one.
 */
final class Paint {

  static final String FAINT = "faint";
  static final String BOLD = "bold";
  static final String OVER = "bold,red";
  static final String CONTRACT = "yellow";

  private final boolean isEnabled;

  Paint(Ansi ansi) {
    isEnabled = ansi.enabled();
  }

  /** The text in that style, picocli's names of colours separated by commas; none if empty. */
  String paint(String style, String text) {
    if (!isEnabled || style.isEmpty() || text.isEmpty()) {
      return text;
    }
    IStyle[] styles = Style.parse(style);
    // Not the codes that end each style: 21, for bold, underlines on many terminals.
    return Style.on(styles) + text + Style.reset.off();
  }
}
