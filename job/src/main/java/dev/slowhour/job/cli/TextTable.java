package dev.slowhour.job.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Cells in columns of a terminal, two columns apart. */
final class TextTable {

  private TextTable() {}

  /**
   * The rows as lines without white space at their ends.
   *
   * @param rows rows of one length
   * @param right columns whose cells end at one place instead of starting at one
   */
  static List<String> lines(List<List<String>> rows, Set<Integer> right) {
    List<String> lines = new ArrayList<>();
    for (List<String> row : rows) {
      StringBuilder line = new StringBuilder();
      for (int column = 0; column < row.size(); column++) {
        String cell = row.get(column);
        String padding = " ".repeat(width(rows, column) - DisplayWidth.of(cell));
        line.append(column == 0 ? "" : "  ")
            .append(right.contains(column) ? padding + cell : cell + padding);
      }
      lines.add(line.toString().stripTrailing());
    }
    return lines;
  }

  private static int width(List<List<String>> rows, int column) {
    return rows.stream().mapToInt(row -> DisplayWidth.of(row.get(column))).max().orElse(0);
  }
}
