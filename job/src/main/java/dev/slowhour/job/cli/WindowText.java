package dev.slowhour.job.cli;

import dev.slowhour.job.show.WindowRow;
import dev.slowhour.job.show.WindowView;
import dev.slowhour.job.show.WindowWords;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import picocli.CommandLine.Help.Ansi;

/** A window as text for a terminal. */
final class WindowText {

  private static final String GAP = "  ";

  private final WindowView view;
  private final WindowRow window;
  private final WindowWords words;
  private final int width;
  private final Paint paint;
  private final List<String> lines = new ArrayList<>();

  private WindowText(WindowView view, int width, Ansi ansi) {
    this.view = view;
    window = view.window();
    words = new WindowWords(view);
    this.width = width;
    paint = new Paint(ansi);
  }

  /**
   * The lines to print.
   *
   * @param width columns of the terminal
   */
  static List<String> lines(WindowView view, int width, Ansi ansi) {
    WindowText text = new WindowText(view, width, ansi);
    text.addHead();
    text.addFigures();
    text.addChart();
    text.addEvidence();
    text.addNotes();
    text.addLeftOut();
    text.addBeside();
    text.addNotSaid();
    return List.copyOf(text.lines);
  }

  private void addHead() {
    List<WindowWords.Line> head = new ArrayList<>(words.names());
    int names = 0;
    for (WindowWords.Line line : head) {
      names = Math.max(names, DisplayWidth.of(line.name()));
    }
    for (WindowWords.Line line : head) {
      add(pad(line.name(), names) + GAP, line.text(), "");
    }
    add(
        pad("판정", names) + GAP,
        window.verdict().label() + ": " + words.verdictInFull(),
        VerdictStyle.of(window.verdict()));
    String prefix = pad(WindowWords.AT_SLO, names) + GAP;
    words
        .whyReadingsDiffer()
        .ifPresent(
            why -> {
              add(prefix, window.verdictAtSlo().label(), VerdictStyle.of(window.verdictAtSlo()));
              add(" ".repeat(DisplayWidth.of(prefix)), why, "");
            });
    lines.add("");
    add("", window.summary(), Paint.BOLD);
  }

  private void addFigures() {
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("", "실제", WindowWords.AT_SLO, "기준"));
    for (WindowWords.Figure figure : words.figures()) {
      rows.add(List.of(figure.name(), figure.asSent(), figure.atSlo(), figure.limit()));
    }
    addHeading("수치");
    addTable(rows);
    if (!words.poolFigures().isEmpty()) {
      List<List<String>> pool = new ArrayList<>();
      pool.add(List.of(window.accelPool(), words.atWorstHeading(), "그 앞 60분 평균", "배"));
      for (WindowWords.PoolFigure figure : words.poolFigures()) {
        pool.add(List.of(figure.name(), figure.atWorst(), figure.before(), figure.ratio()));
      }
      lines.add("");
      addTable(pool);
    }
  }

  /** A table whose first row is its head; numbers stand to the right. */
  private void addTable(List<List<String>> rows) {
    int columns = rows.get(0).size();
    int[] widths = new int[columns];
    for (List<String> row : rows) {
      for (int column = 0; column < columns; column++) {
        widths[column] = Math.max(widths[column], DisplayWidth.of(row.get(column)));
      }
    }
    boolean isHead = true;
    for (List<String> row : rows) {
      StringBuilder line = new StringBuilder(GAP);
      for (int column = 0; column < columns; column++) {
        String padding = " ".repeat(widths[column] - DisplayWidth.of(row.get(column)));
        boolean isRight = column == 1 || column == 2;
        line.append(isRight ? padding + row.get(column) : row.get(column) + padding).append(GAP);
      }
      String text = line.toString().stripTrailing();
      lines.add(isHead ? paint.paint(Paint.FAINT, text) : text);
      isHead = false;
    }
  }

  private void addChart() {
    addHeading("분별");
    lines.addAll(MinuteChart.lines(view, width, paint));
  }

  private void addEvidence() {
    addHeading("근거");
    List<WindowWords.Evidence> evidence = words.evidence();
    int digits = String.valueOf(evidence.size()).length();
    int number = 1;
    for (WindowWords.Evidence item : evidence) {
      String prefix = " ".repeat(digits - String.valueOf(number).length() + 1) + number + ". ";
      String source = item.source().isEmpty() ? "" : "  [" + item.source() + "]";
      add(prefix, item.what() + " = " + item.value() + source, "");
      number++;
    }
  }

  private void addNotes() {
    addHeading("참고");
    if (words.notes().isEmpty()) {
      lines.add(GAP + "없음");
    }
    words.notes().forEach(note -> add("- ", note, ""));
  }

  private void addLeftOut() {
    addHeading("세지 않은 줄");
    if (words.leftOut().isEmpty()) {
      lines.add(GAP + "없음");
    }
    words.leftOut().forEach(line -> add("- ", line.name() + " " + line.text(), ""));
  }

  private void addBeside() {
    if (!words.beside().isEmpty()) {
      addHeading(WindowWords.BESIDE);
      words.beside().forEach(line -> add("- ", line.name() + ": " + line.text(), ""));
    }
  }

  private void addNotSaid() {
    words
        .notSaid()
        .ifPresent(
            text -> {
              addHeading("판정이 말하지 않는 것");
              add("", text, "");
            });
  }

  private void addHeading(String heading) {
    lines.add("");
    lines.add(paint.paint(Paint.BOLD, heading));
  }

  /** A text behind a prefix, its further lines below its first one. */
  private void add(String prefix, String text, String style) {
    int indent = DisplayWidth.of(prefix);
    List<String> wrapped = WrappedText.lines(text, Math.max(2, width - indent));
    List<String> prefixes =
        new ArrayList<>(Collections.nCopies(wrapped.size(), " ".repeat(indent)));
    prefixes.set(0, prefix);
    for (int i = 0; i < wrapped.size(); i++) {
      lines.add(prefixes.get(i) + paint.paint(style, wrapped.get(i)));
    }
  }

  private static String pad(String text, int width) {
    return text + " ".repeat(width - DisplayWidth.of(text));
  }
}
