package dev.slowhour.job.workflow;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import dev.slowhour.core.data.Notice;
import dev.slowhour.core.judge.JudgeSettings;
import dev.slowhour.core.judge.JudgedWindow;
import dev.slowhour.core.judge.WindowState;
import dev.slowhour.core.output.MinuteJson;
import dev.slowhour.core.output.VerdictJson;
import dev.slowhour.core.time.ReportZone;
import java.io.IOException;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.flink.api.common.RuntimeExecutionMode;
import org.apache.flink.api.common.functions.MapFunction;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.ExecutionOptions;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.configuration.StateBackendOptions;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/**
 * What the streaming workflow made of a day.
 *
 * @param windows every refresh of every window
 * @param withdrawn windows that were taken back
 * @param notices what was said of lines
 */
record StreamedOutput(
    List<JudgedWindow> windows, List<WithdrawnWindow> withdrawn, List<Notice> notices) {

  /** Runs the workflow over the day, in the cluster of the test. */
  static StreamedOutput of(
      StreamedDay day,
      JudgeSettings settings,
      TimeSettings time,
      JudgeWorkflow.Functions functions,
      String backend,
      int parallelism)
      throws Exception {
    Configuration configuration = configuration();
    configuration.set(ExecutionOptions.RUNTIME_MODE, RuntimeExecutionMode.STREAMING);
    configuration.set(StateBackendOptions.STATE_BACKEND, backend);
    configuration.set(CheckpointingOptions.INCREMENTAL_CHECKPOINTS, true);
    StreamExecutionEnvironment env =
        StreamExecutionEnvironment.getExecutionEnvironment(configuration);
    env.setParallelism(parallelism);
    env.enableCheckpointing(50);
    List<Iterator<?>> outputs = new ArrayList<>();
    JudgeWorkflow.define(sources(env, day), sinks(outputs), settings, time, functions);
    return run(env, outputs);
  }

  /** Runs the workflow over the day in BATCH. */
  static StreamedOutput inBatch(
      StreamedDay day, JudgeSettings settings, JudgeWorkflow.Functions functions) throws Exception {
    Configuration configuration = configuration();
    configuration.set(ExecutionOptions.RUNTIME_MODE, RuntimeExecutionMode.BATCH);
    StreamExecutionEnvironment env =
        StreamExecutionEnvironment.getExecutionEnvironment(configuration);
    env.setParallelism(1);
    List<Iterator<?>> outputs = new ArrayList<>();
    JudgeWorkflow.define(sources(env, day), sinks(outputs), settings, functions);
    return run(env, outputs);
  }

  private static Configuration configuration() {
    Configuration configuration = new Configuration();
    configuration.set(PipelineOptions.GENERIC_TYPES, false);
    configuration.set(PipelineOptions.AUTO_GENERATE_UIDS, false);
    configuration.set(PipelineOptions.OBJECT_REUSE, true);
    configuration.set(RestartStrategyOptions.RESTART_STRATEGY, "disable");
    return configuration;
  }

  private static JudgeWorkflow.Sinks sinks(List<Iterator<?>> outputs) {
    return new JudgeWorkflow.Sinks(
        windows -> outputs.add(windows.collectAsync()),
        withdrawn -> outputs.add(withdrawn.collectAsync()),
        notices -> outputs.add(notices.collectAsync()));
  }

  private static StreamedOutput run(StreamExecutionEnvironment env, List<Iterator<?>> outputs)
      throws Exception {
    env.executeAsync("streamed day");
    return new StreamedOutput(
        all(outputs.get(0), JudgedWindow.class),
        all(outputs.get(1), WithdrawnWindow.class),
        all(outputs.get(2), Notice.class));
  }

  private static <T> List<T> all(Iterator<?> output, Class<T> type) {
    List<T> all = new ArrayList<>();
    output.forEachRemaining(element -> all.add(type.cast(element)));
    return all;
  }

  private static JudgeWorkflow.Sources sources(StreamExecutionEnvironment env, StreamedDay day) {
    List<PoolMetricLine> metrics = new ArrayList<>(day.metrics());
    metrics.add(new PoolMetricLine(null, null, 0, 0));
    int run = RUNS.incrementAndGet();
    READ.put(run, new CountDownLatch(2));
    DataStream<RequestLine> requests =
        env.fromData(day.requests(), TypeInformation.of(RequestLine.class))
            .uid("requests")
            .map(new Pace(run))
            .returns(RequestLine.class)
            // One after the other: the order within a partition is that of the day.
            .setParallelism(1)
            .uid("pace")
            // As a source would have it: a partition is read by one subtask, in order.
            .partitionCustom(
                (partition, subtasks) -> partition % subtasks, StreamedOutput::partition);
    return new JudgeWorkflow.Sources(
        requests,
        env.fromData(metrics, TypeInformation.of(PoolMetricLine.class))
            .uid("metrics")
            .map(new TellRead<PoolMetricLine>(run, metrics.size()))
            .returns(PoolMetricLine.class)
            .setParallelism(1)
            .uid("metrics-read"),
        env.fromData(day.contracts(), TypeInformation.of(ContractLine.class))
            .uid("contracts")
            .map(new TellRead<ContractLine>(run, day.contracts().size()))
            .returns(ContractLine.class)
            .setParallelism(1)
            .uid("contracts-read"));
  }

  /** Runs in the cluster of the test are in this process: what each waits for, by its number. */
  private static final Map<Integer, CountDownLatch> READ = new ConcurrentHashMap<>();

  private static final AtomicInteger RUNS = new AtomicInteger();

  /** Tells when contracts or metrics have been read. */
  private static final class TellRead<T> implements MapFunction<T, T> {

    private static final long serialVersionUID = 1L;
    private final int run;
    private int left;

    /**
     * A function.
     *
     * @param lines how many there are
     */
    TellRead(int run, int lines) {
      this.run = run;
      left = lines;
    }

    @Override
    public T map(T line) {
      left--;
      if (left == 0) {
        READ.get(run).countDown();
      }
      return line;
    }
  }

  /** Begins when all else was read, and reads slowly, for stream time to pass while it does. */
  private static final class Pace implements MapFunction<RequestLine, RequestLine> {

    private static final long serialVersionUID = 1L;
    private static final int LONGEST_WAIT_SECONDS = 60;
    private final int run;
    private int lines;

    Pace(int run) {
      this.run = run;
    }

    @Override
    public RequestLine map(RequestLine line) throws InterruptedException {
      if (lines == 0 && READ.get(run).await(LONGEST_WAIT_SECONDS, TimeUnit.SECONDS)) {
        Thread.sleep(500); // for the end of both to reach those that wait for it
      }
      lines++;
      if (lines % 64 == 0) {
        Thread.sleep(1);
      }
      return line;
    }
  }

  private static int partition(RequestLine line) {
    return line.rowOrNull() != null
        ? line.rowOrNull().place().source()
        : line.noticeOrNull() != null ? line.noticeOrNull().place().source() : 0;
  }

  List<JudgedWindow> in(WindowState state) {
    return windows.stream().filter(window -> window.progress().state() == state).toList();
  }

  private List<JudgedWindow> finalWindows() {
    return in(WindowState.FINAL).stream()
        .sorted(
            Comparator.comparing((JudgedWindow judged) -> judged.window().endpoint())
                .thenComparing(judged -> judged.window().windowStart()))
        .toList();
  }

  /** The final windows as verdicts.json has them, a line each. */
  List<String> verdicts(JudgeSettings settings) throws IOException {
    List<String> lines = new ArrayList<>();
    for (JudgedWindow judged : finalWindows()) {
      lines.add(json(json -> VerdictJson.write(json, judged, settings.reportZone(), Set.of())));
    }
    return lines;
  }

  /** Their minutes as minutes.jsonl has them. */
  List<String> minutes(JudgeSettings settings) throws IOException {
    List<String> lines = new ArrayList<>();
    for (JudgedWindow judged : finalWindows()) {
      for (int minute = 0; minute < ReportZone.HOUR_MINUTES; minute++) {
        int index = minute;
        lines.add(json(json -> MinuteJson.write(json, judged, index, settings.reportZone())));
      }
    }
    return lines;
  }

  private interface Writing {
    void to(JsonGenerator json) throws IOException;
  }

  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .configure(JsonWriteFeature.COMBINE_UNICODE_SURROGATES_IN_UTF8, true)
          .build();

  private static String json(Writing writing) throws IOException {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = FACTORY.createGenerator(text)) {
      writing.to(json);
    }
    return text.toString();
  }
}
