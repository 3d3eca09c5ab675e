package dev.slowhour.job.cli;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.slowhour.core.judge.Verdict;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Help.Ansi;

/** Windows as a table for a terminal. */
final class VerdictTable {

  /** More windows than that are no table to read: the rest is counted. */
  static final int MAX_ROWS = 200;

  private static final List<String> HEADER =
      List.of("hour", "tenant", "endpoint", "misses", "", "peak", "worst minute", "verdict");

  /** Columns of numbers, aligned to the right. */
  private static final List<Integer> RIGHT = List.of(3, 4, 5);

  private final List<List<String>> rows = new ArrayList<>();
  private boolean readingsDiffer;

  VerdictTable() {}

  /**
   * Prints the windows of a {@code verdicts.json}, in their order.
   *
   * @throws IOException when the file cannot be read
   */
  static void print(Path verdicts, PrintWriter out) throws IOException {
    VerdictTable table = new VerdictTable();
    long windows = 0;
    try (Reader reader = Files.newBufferedReader(verdicts, StandardCharsets.UTF_8);
        JsonParser json = new JsonFactory().createParser(reader)) {
      json.nextToken();
      while (json.nextToken() == JsonToken.START_OBJECT) {
        Map<String, String> window = window(json);
        windows++;
        if (table.rows.size() < MAX_ROWS) {
          table.add(window);
        }
      }
    }
    table.print(windows, verdicts.toString(), out);
  }

  /** Adds a window: the text of its fields by name, without those that are null. */
  void add(Map<String, String> window) {
    rows.add(row(window));
    readingsDiffer |= differ(window);
  }

  /**
   * Prints the windows that were added.
   *
   * @param windows how many there are in all
   * @param place where the others are
   */
  void print(long windows, String place, PrintWriter out) {
    printRows(rows, out);
    if (windows > rows.size()) {
      out.println("… and " + (windows - rows.size()) + " more in " + place);
    }
    if (readingsDiffer) {
      out.println();
      out.println(
          "* at SLO: the verdict, had every request been answered just within its SLO. Where it"
              + " differs, requests piled up only because answers were slow.");
    }
  }

  private static Map<String, String> window(JsonParser json) throws IOException {
    Map<String, String> fields = new HashMap<>();
    while (json.nextToken() != JsonToken.END_OBJECT) {
      String name = json.currentName();
      JsonToken value = json.nextToken();
      if (value.isScalarValue() && value != JsonToken.VALUE_NULL) {
        fields.put(name, json.getText());
      } else {
        json.skipChildren();
      }
    }
    return fields;
  }

  private static boolean differ(Map<String, String> window) {
    return !window.get("verdict").equals(window.get("verdict_at_slo"));
  }

  private static List<String> row(Map<String, String> window) {
    String worst = window.get("worst_minute");
    return List.of(
        window.get("window_start").replace('T', ' '),
        window.get("tenant_id"),
        window.get("endpoint_id"),
        window.get("slo_miss_count") + "/" + window.get("request_count"),
        window.get("slo_miss_pct") + "%",
        window.get("peak_concurrency") + "/" + window.get("max_concurrency"),
        worst == null
            ? ""
            : worst.substring(11, 16) + " (" + window.get("worst_minute_misses") + ")",
        differ(window)
            ? coloured(window.get("verdict"))
                + " (* at SLO: "
                + label(window.get("verdict_at_slo"))
                + ")"
            : coloured(window.get("verdict")));
  }

  private static String label(String verdictText) {
    return verdict(verdictText).label();
  }

  private static Verdict verdict(String text) {
    return Arrays.stream(Verdict.values())
        .filter(verdict -> verdict.text().equals(text))
        .findFirst()
        .orElseThrow();
  }

  private static String coloured(String verdictText) {
    Verdict verdict = verdict(verdictText);
    return new Paint(Ansi.AUTO).paint(VerdictStyle.of(verdict), verdict.label());
  }

  private static void printRows(List<List<String>> rows, PrintWriter out) {
    int columns = HEADER.size();
    int[] widths = new int[columns];
    for (int column = 0; column < columns; column++) {
      widths[column] = DisplayWidth.of(HEADER.get(column));
      for (List<String> row : rows) {
        widths[column] = Math.max(widths[column], DisplayWidth.of(row.get(column)));
      }
    }
    out.println(line(HEADER, widths));
    rows.forEach(row -> out.println(line(row, widths)));
  }

  private static String line(List<String> cells, int[] widths) {
    StringBuilder line = new StringBuilder();
    int last = cells.size() - 1;
    for (int column = 0; column < last; column++) {
      String padding = " ".repeat(widths[column] - DisplayWidth.of(cells.get(column)));
      line.append(
              RIGHT.contains(column) ? padding + cells.get(column) : cells.get(column) + padding)
          .append("  ");
    }
    return line.append(cells.get(last)).toString();
  }
}
