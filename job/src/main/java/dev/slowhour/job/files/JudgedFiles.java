package dev.slowhour.job.files;

import dev.slowhour.core.data.CodePointOrder;
import dev.slowhour.core.data.EndpointId;
import dev.slowhour.core.data.FailureHour;
import dev.slowhour.core.data.Notice;
import dev.slowhour.core.data.PlatformEvent;
import dev.slowhour.core.judge.JudgeSettings;
import dev.slowhour.core.judge.JudgedWindow;
import dev.slowhour.core.output.EventJson;
import dev.slowhour.core.output.FailureJson;
import dev.slowhour.core.output.MinuteJson;
import dev.slowhour.core.output.NoticeJson;
import dev.slowhour.core.output.VerdictJson;
import dev.slowhour.core.time.ReportZone;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import org.apache.flink.api.java.functions.KeySelector;
import org.apache.flink.streaming.api.datastream.DataStream;

/**
 * Results as files of a folder: {@code verdicts.json}, {@code minutes.jsonl}, {@code notices.jsonl}
 * and {@code failures.jsonl}, each sorted by Flink's external sort so that memory does not grow
 * with them.
 */
public final class JudgedFiles {

  /** Name of the file of windows. */
  public static final String VERDICTS = "verdicts.json";

  /** Name of the file of minutes. */
  public static final String MINUTES = "minutes.jsonl";

  /** Name of the file of notices. */
  public static final String NOTICES = "notices.jsonl";

  /** Name of the file of requests that were not answered; there where the input tells of them. */
  public static final String FAILURES = "failures.jsonl";

  /** Name of the file of the platform's events; there where the input tells of them. */
  public static final String EVENTS = "events.jsonl";

  /** Name of the file that says how the others came about; every judged folder has it. */
  public static final String RUN = "run.json";

  /** Makes every second that an hour can start at positive; the earliest is in 1969. */
  private static final long AFTER_ALL_STARTS = 100_000_000_000L;

  private static final Comparator<PlatformEvent> EVENT_ORDER =
      Comparator.comparing(PlatformEvent::at)
          .thenComparing(PlatformEvent::accelPool, CodePointOrder::compare)
          .thenComparing(PlatformEvent::kind, CodePointOrder::compare)
          .thenComparing(PlatformEvent::text, CodePointOrder::compare);

  private JudgedFiles() {}

  /**
   * Writes windows and their minutes into that folder, which exists.
   *
   * @param syntheticPools pools whose logs and metrics are made up
   */
  public static void writeWindows(
      DataStream<JudgedWindow> windows,
      Path folder,
      Set<String> syntheticPools,
      JudgeSettings settings) {
    String outputFolder = folder.toString();
    String zone = settings.zone();
    Set<String> synthetic = Set.copyOf(syntheticPools);
    SortKeys.sorted(windows, new WindowOrder(), "windows")
        .sinkTo(new RowSink<>(() -> new WindowWriter(outputFolder, synthetic, zone)))
        .setParallelism(1)
        .name("verdicts and minutes")
        .uid("verdicts-and-minutes");
  }

  /**
   * Writes notices into that folder, which exists.
   *
   * @param inPlaceOrder the notices as {@link NoticePlaces#inPlaceOrder} has them
   * @param places of the lines that were read
   */
  public static void writeNotices(
      DataStream<Notice> inPlaceOrder, Path folder, NoticePlaces places, JudgeSettings settings) {
    String outputFolder = folder.toString();
    String zone = settings.zone();
    inPlaceOrder
        .sinkTo(new RowSink<>(() -> new NoticeWriter(outputFolder, places, zone)))
        .setParallelism(1)
        .name("notice file")
        .uid("notice-file");
  }

  /** Writes requests that were not answered into that folder, which exists. */
  public static void writeFailures(
      DataStream<FailureHour> failures, Path folder, JudgeSettings settings) {
    String outputFolder = folder.toString();
    String zone = settings.zone();
    SortKeys.sorted(failures, new FailureOrder(), "failures")
        .sinkTo(new RowSink<>(() -> new FailureWriter(outputFolder, zone)))
        .setParallelism(1)
        .name("failure file")
        .uid("failure-file");
  }

  /**
   * Writes the platform's events into that folder, which exists: by time, then pool, kind and text,
   * equal ones once.
   *
   * @throws IOException when that fails
   */
  public static void writeEvents(List<PlatformEvent> events, Path folder, JudgeSettings settings)
      throws IOException {
    ReportZone zone = settings.reportZone();
    try (JsonRowWriter file = JsonRowWriter.lines(folder.resolve(EVENTS))) {
      for (PlatformEvent event : events.stream().distinct().sorted(EVENT_ORDER).toList()) {
        EventJson.write(file.next(), event, zone);
      }
    }
  }

  /** As windows are. */
  private static final class FailureOrder implements KeySelector<FailureHour, String> {

    private static final long serialVersionUID = 1L;

    @Override
    public String getKey(FailureHour hour) {
      return SortKeys.of(
          hour.tenantId(),
          hour.endpointId(),
          AFTER_ALL_STARTS + hour.windowStart().getEpochSecond());
    }
  }

  private static final class FailureWriter implements RowSink.Writer<FailureHour> {

    private final ReportZone zone;
    private final JsonRowWriter failures;

    FailureWriter(String folder, String zone) throws IOException {
      this.zone = ReportZone.of(zone);
      failures = JsonRowWriter.lines(Path.of(folder, FAILURES));
    }

    @Override
    public void write(FailureHour hour) throws IOException {
      FailureJson.write(failures.next(), hour, zone);
    }

    @Override
    public void close() throws IOException {
      failures.close();
    }
  }

  /** By tenant, endpoint (by code point) and start. */
  private static final class WindowOrder implements KeySelector<JudgedWindow, String> {

    private static final long serialVersionUID = 1L;

    @Override
    public String getKey(JudgedWindow judged) {
      EndpointId endpoint = judged.window().endpoint();
      return SortKeys.of(
          endpoint.tenantId(),
          endpoint.endpointId(),
          AFTER_ALL_STARTS + judged.window().windowStart().getEpochSecond());
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

    private final ReportZone zone;
    private final JsonRowWriter notices;
    private final NoticeLines lines;

    NoticeWriter(String folder, NoticePlaces places, String zone) throws IOException {
      this.zone = ReportZone.of(zone);
      notices = JsonRowWriter.lines(Path.of(folder, NOTICES));
      lines = new NoticeLines(places);
    }

    @Override
    public void write(Notice notice) throws IOException {
      NoticeJson.write(notices.next(), notice, lines.fileName(notice), lines.rawLine(notice), zone);
    }

    @Override
    public void close() throws IOException {
      try (lines) {
        notices.close();
      }
    }
  }
}
