package dev.slowhour.job.cli;

import dev.slowhour.core.data.Notice;
import dev.slowhour.core.data.Table;
import dev.slowhour.core.doctor.CompletionOrder;
import dev.slowhour.core.doctor.Faults;
import dev.slowhour.core.doctor.FileReport;
import dev.slowhour.core.doctor.Names;
import dev.slowhour.core.doctor.PoolGaps;
import dev.slowhour.core.doctor.Report;
import dev.slowhour.core.read.InputFile;
import dev.slowhour.core.time.ReportZone;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import picocli.CommandLine.Help.Ansi;

/** What the doctor found, as lines for a terminal. */
final class DoctorText {

  private static final int MAX_NAMES = 5;

  /** Columns that an example may take. */
  private static final int RAW_WIDTH = 80;

  private static final int MAX_FIELDS = 3;
  private static final int LABEL_WIDTH = 22;
  private static final String FAULT = "red";
  private static final String SUSPICIOUS = "yellow";

  private final ReportZone zone;
  private final Paint paint;
  private final List<String> lines = new ArrayList<>();

  private DoctorText(ReportZone zone, Ansi ansi) {
    this.zone = zone;
    this.paint = new Paint(ansi);
  }

  static List<String> lines(Report report, ReportZone zone, Ansi ansi) {
    DoctorText text = new DoctorText(zone, ansi);
    report.files().forEach(text::addFile);
    text.addAllFiles(report);
    return text.lines;
  }

  private void addFile(FileReport report) {
    lines.add(
        paint.paint(Paint.BOLD, harmless(report.file().name()))
            + ": "
            + report.file().table().tableName()
            + ", "
            + format(report.file()));
    report.failure().ifPresent(why -> add(paint.paint(FAULT, "failed"), "failed", harmless(why)));
    String unit = report.file().isJsonArray() ? "element" : "line";
    add(unit + "s", counts(report));
    report.faults().forEach(faults -> addFaults(faults, unit));
    if (report.first().isPresent() && report.last().isPresent()) {
      add(
          "time span",
          zone.minuteText(report.first().get()) + " to " + zone.minuteText(report.last().get()));
    }
    if (report.rows() > 0) {
      report.order().ifPresent(order -> add("completion", text(order)));
      report.endpoints().ifPresent(endpoints -> add("endpoints", text(endpoints)));
      report.pools().ifPresent(pools -> add("pools", text(pools)));
    }
    for (String suspicion : report.suspicions()) {
      add(paint.paint(SUSPICIOUS, "suspicious"), "suspicious", suspicion);
    }
    lines.add("");
  }

  private static String format(InputFile file) {
    return (file.isCsv() ? "CSV" : file.isJsonArray() ? "a JSON array" : "JSON lines")
        + (file.isGzip() ? ", gzip" : "");
  }

  private static String counts(FileReport report) {
    String total = report.lines().map(count -> number(count) + ": ").orElse("");
    String blank = report.blankLines().map(count -> ", " + number(count) + " blank").orElse("");
    return total
        + (report.file().isCsv() && report.lines().isPresent() ? "1 header, " : "")
        + number(report.rows())
        + (report.rows() == 1 ? " row, " : " rows, ")
        + number(report.unreadable())
        + " unreadable"
        + blank;
  }

  private void addFaults(Faults faults, String unit) {
    String code = faults.code().code();
    add(paint.paint(FAULT, code), code, number(faults.count()));
    List<List<String>> rows = new ArrayList<>();
    for (Notice example : faults.examples()) {
      List<String> row = new ArrayList<>();
      row.add(unit + " " + number(example.place().line()));
      // Of one code either all have fields or none has.
      if (!example.fields().isEmpty()) {
        row.add(fields(example.fields()));
      }
      row.add(shortened(example.rawLine().orElse("")));
      rows.add(row);
    }
    TextTable.lines(rows, Set.of()).forEach(line -> lines.add("    " + line));
  }

  private static String fields(List<String> fields) {
    return fields.size() <= MAX_FIELDS
        ? String.join(", ", fields)
        : String.join(", ", fields.subList(0, MAX_FIELDS))
            + " and "
            + (fields.size() - MAX_FIELDS)
            + " more";
  }

  private static String shortened(String rawLine) {
    StringBuilder shortened = new StringBuilder();
    int width = 0;
    for (int at = 0; at < rawLine.length(); ) {
      int codePoint = rawLine.codePointAt(at);
      width += DisplayWidth.of(Character.toString(codePoint));
      if (width >= RAW_WIDTH) {
        return shortened.append('…').toString();
      }
      shortened.appendCodePoint(codePoint);
      at += Character.charCount(codePoint);
    }
    return shortened.toString();
  }

  private static String text(CompletionOrder order) {
    if (order.lineOfLargest() == 0) {
      return "in order";
    }
    return number(order.outOfOrder())
        + (order.outOfOrder() == 1 ? " row" : " rows")
        + " more than "
        + seconds(CompletionOrder.TOLERANCE)
        + " before a row above them, at most "
        + seconds(order.largest())
        + " (line "
        + number(order.lineOfLargest())
        + ")";
  }

  private static String seconds(Duration duration) {
    return String.format(Locale.ROOT, "%,d s", duration.plusMillis(999).toSeconds());
  }

  private static String text(Names names) {
    String count = (names.areAll() ? "" : "more than ") + number(names.names().size());
    return count + (names.names().isEmpty() ? "" : ": " + some(names.names()));
  }

  private static String some(List<String> names) {
    String shown = String.join(", ", names.subList(0, Math.min(names.size(), MAX_NAMES)));
    return names.size() <= MAX_NAMES
        ? shown
        : shown + " … and " + number(names.size() - MAX_NAMES) + " more";
  }

  private void addAllFiles(Report report) {
    lines.add(paint.paint(Paint.BOLD, "all files"));
    for (Table table : report.missing()) {
      add(
          paint.paint(FAULT, "missing"),
          "missing",
          table.tableName()
              + (table == Table.POOL_METRICS
                  ? ": the pool's figures would be empty"
                  : ": nothing can be judged"));
    }
    addGaps(report);
    add("contracts without rows", text(report.withoutRows()));
    add("rows without contract", text(report.withoutContract()));
  }

  private void addGaps(Report report) {
    if (!report.gapsAreKnown()) {
      add("gaps", "not looked for: the metrics are of too many pools and days");
    }
    if (report.gaps().isEmpty()) {
      return;
    }
    List<List<String>> rows = new ArrayList<>();
    rows.add(
        List.of(
            "pool",
            "from",
            "to",
            "minutes",
            "missing",
            "kv_cache_util null",
            "queued_requests null"));
    for (PoolGaps pool : report.gaps()) {
      rows.add(
          List.of(
              pool.accelPool(),
              zone.minuteText(pool.first()),
              zone.minuteText(pool.last()),
              number(pool.minutes()),
              number(pool.missing()),
              number(pool.kvCacheUtilNull()),
              number(pool.queuedRequestsNull())));
    }
    TextTable.lines(rows, Set.of(3, 4, 5, 6)).forEach(line -> lines.add("  " + line));
  }

  private void add(String label, String text) {
    add(label, label, text);
  }

  private void add(String painted, String label, String text) {
    String padding = " ".repeat(Math.max(0, LABEL_WIDTH - label.length()));
    lines.add("  " + painted + padding + "  " + text);
  }

  private static String number(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }

  private static String harmless(String text) {
    return text.replaceAll("\\p{Cc}", "\uFFFD");
  }
}
