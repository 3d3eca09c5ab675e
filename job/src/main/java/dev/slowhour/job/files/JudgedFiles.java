package dev.slowhour.job.files;

import dev.slowhour.core.data.EndpointId;
import dev.slowhour.core.data.Notice;
import dev.slowhour.core.data.Table;
import dev.slowhour.core.judge.JudgeSettings;
import dev.slowhour.core.judge.JudgedWindow;
import dev.slowhour.core.output.MinuteJson;
import dev.slowhour.core.output.NoticeJson;
import dev.slowhour.core.output.VerdictJson;
import dev.slowhour.core.read.InputFiles;
import dev.slowhour.core.read.RawLineLookup;
import dev.slowhour.core.time.ReportZone;
import dev.slowhour.job.workflow.JudgeWorkflow;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.flink.api.common.operators.Order;
import org.apache.flink.api.java.functions.KeySelector;
import org.apache.flink.streaming.api.datastream.DataStream;

/**
 * The workflow's sinks into a folder: {@code verdicts.json}, {@code minutes.jsonl} and {@code
 * notices.jsonl}, each sorted by Flink's external sort so that memory does not grow with them.
 */
public final class JudgedFiles {

  /** Name of the file of windows. */
  public static final String VERDICTS = "verdicts.json";

  /** Name of the file of minutes. */
  public static final String MINUTES = "minutes.jsonl";

  /** Name of the file of notices. */
  public static final String NOTICES = "notices.jsonl";

  /** Name of the file that says how the others came about; every judged folder has it. */
  public static final String RUN = "run.json";

  private JudgedFiles() {}

  /**
   * Sinks that write into that folder, which exists.
   *
   * @param inputs the files that were read, to name them and to show their lines
   * @param syntheticPools pools whose logs and metrics are made up
   */
  public static JudgeWorkflow.Sinks in(
      Path folder, InputFiles inputs, Set<String> syntheticPools, JudgeSettings settings) {
    String outputFolder = folder.toString();
    String zone = settings.zone();
    Set<String> synthetic = Set.copyOf(syntheticPools);
    NoticeFiles noticeFiles = NoticeFiles.of(inputs);
    return new JudgeWorkflow.Sinks(
        windows ->
            sorted(windows, new WindowOrder(), "windows")
                .sinkTo(new RowSink<>(() -> new WindowWriter(outputFolder, synthetic, zone)))
                .setParallelism(1)
                .name("verdicts and minutes")
                .uid("verdicts-and-minutes"),
        notices ->
            sorted(notices, new NoticeOrder(noticeFiles), "notices")
                .sinkTo(new RowSink<>(() -> new NoticeWriter(outputFolder, noticeFiles, zone)))
                .setParallelism(1)
                .name("notice file")
                .uid("notice-file"));
  }

  private static <T> DataStream<T> sorted(
      DataStream<T> rows, KeySelector<T, String> order, String name) {
    return rows.fullWindowPartition()
        .sortPartition(order, Order.ASCENDING)
        .setParallelism(1)
        .name("sort " + name)
        .uid("sort-" + name);
  }

  /** By tenant, endpoint (by code point) and start. */
  private static final class WindowOrder implements KeySelector<JudgedWindow, String> {

    private static final long serialVersionUID = 1L;

    /** Makes every second that an hour can start at positive; the earliest is in 1969. */
    private static final long AFTER_ALL_STARTS = 100_000_000_000L;

    @Override
    public String getKey(JudgedWindow judged) {
      EndpointId endpoint = judged.window().endpoint();
      return SortKeys.of(
          endpoint.tenantId(),
          endpoint.endpointId(),
          AFTER_ALL_STARTS + judged.window().windowStart().getEpochSecond());
    }
  }

  /** By table name, file name (by code point) and line. */
  private static final class NoticeOrder implements KeySelector<Notice, String> {

    private static final long serialVersionUID = 1L;
    private final NoticeFiles files;

    NoticeOrder(NoticeFiles files) {
      this.files = files;
    }

    @Override
    public String getKey(Notice notice) {
      return SortKeys.of(
          notice.table().tableName(), files.of(notice).name(), notice.place().line());
    }
  }

  /** The files that notices speak of. */
  private record NoticeFiles(Map<Table, List<SourceFile>> files) implements java.io.Serializable {

    static NoticeFiles of(InputFiles inputs) {
      Map<Table, List<SourceFile>> files = new EnumMap<>(Table.class);
      for (Table table : Table.values()) {
        List<SourceFile> ofTable = new ArrayList<>();
        inputs.of(table).forEach(file -> ofTable.add(SourceFile.of(file, ofTable.size())));
        files.put(table, ofTable);
      }
      return new NoticeFiles(files);
    }

    SourceFile of(Notice notice) {
      return files.get(notice.table()).get(notice.place().source());
    }
  }

  private static final class WindowWriter implements RowSink.Writer<JudgedWindow> {

    private final Set<String> syntheticPools;
    private final ReportZone zone;
    private final JsonRowWriter verdicts;
    private final JsonRowWriter minutes;

    WindowWriter(String folder, Set<String> syntheticPools, String zone) throws IOException {
      this.syntheticPools = syntheticPools;
      this.zone = ReportZone.of(zone);
      verdicts = JsonRowWriter.array(Path.of(folder, VERDICTS));
      minutes = JsonRowWriter.lines(Path.of(folder, MINUTES));
    }

    @Override
    public void write(JudgedWindow judged) throws IOException {
      VerdictJson.write(verdicts.next(), judged, zone, syntheticPools);
      for (int minute = 0; minute < ReportZone.HOUR_MINUTES; minute++) {
        MinuteJson.write(minutes.next(), judged, minute, zone);
      }
    }

    @Override
    public void close() throws IOException {
      try (verdicts) {
        minutes.close();
      }
    }
  }

  private static final class NoticeWriter implements RowSink.Writer<Notice> {

    private final NoticeFiles files;
    private final ReportZone zone;
    private final JsonRowWriter notices;
    private final RawLineLookup rawLines = new RawLineLookup();

    NoticeWriter(String folder, NoticeFiles files, String zone) throws IOException {
      this.files = files;
      this.zone = ReportZone.of(zone);
      notices = JsonRowWriter.lines(Path.of(folder, NOTICES));
    }

    @Override
    public void write(Notice notice) throws IOException {
      SourceFile file = files.of(notice);
      String rawLine =
          notice.rawLineOrNull() != null
              ? notice.rawLineOrNull()
              : rawLines
                  .rawLine(file.toInputFile(), notice.place().line())
                  .orElseThrow(
                      () ->
                          new IOException(
                              file.name()
                                  + ": line "
                                  + notice.place().line()
                                  + " is gone (expected: files that do not change while judged)"));
      NoticeJson.write(notices.next(), notice, file.name(), rawLine, zone);
    }

    @Override
    public void close() throws IOException {
      try (rawLines) {
        notices.close();
      }
    }
  }
}
