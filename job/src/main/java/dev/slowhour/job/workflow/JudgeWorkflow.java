package dev.slowhour.job.workflow;

import dev.slowhour.core.data.EndpointId;
import dev.slowhour.core.data.Notice;
import dev.slowhour.core.data.PoolMetric;
import dev.slowhour.core.judge.EndpointHour;
import dev.slowhour.core.judge.JudgeSettings;
import dev.slowhour.core.judge.JudgedWindow;
import dev.slowhour.core.judge.RequestBlock;
import dev.slowhour.core.time.ReportZone;
import java.util.function.Consumer;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.functions.RichFlatMapFunction;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.util.Collector;

/**
 * The one graph of both modes: lines, contracts and metrics in, judged windows and notices out.
 * Batch and streaming differ in the sources and sinks that they bring, in the runtime mode, and in
 * how they tell the time: in BATCH the order of the rows does, in STREAMING {@link StreamTime}.
 */
public final class JudgeWorkflow {

  private final Sources sources;
  private final JudgeSettings settings;
  private final TimeSettings timeOrNull;
  private final Functions functions;

  private JudgeWorkflow(
      Sources sources, JudgeSettings settings, TimeSettings timeOrNull, Functions functions) {
    this.sources = sources;
    this.settings = settings;
    this.timeOrNull = timeOrNull;
    this.functions = functions;
  }

  /**
   * What is read. In STREAMING the metrics and the contracts say with {@link Long#MAX_VALUE} as
   * watermark that they were read to the end that they had at the start, and have no other; the
   * records of the requests carry their record's timestamp.
   *
   * @param requests {@code request_logs}
   * @param metrics {@code pool_metrics}
   * @param contracts {@code tenant_contracts}, versions of one endpoint in order
   */
  public record Sources(
      DataStream<RequestLine> requests,
      DataStream<PoolMetricLine> metrics,
      DataStream<ContractLine> contracts) {}

  /**
   * Where results go.
   *
   * @param windows windows; in STREAMING every refresh of them
   * @param withdrawn windows to take back; none in BATCH
   * @param notices what is said of lines that do not count
   */
  public record Sinks(
      Consumer<DataStream<JudgedWindow>> windows,
      Consumer<DataStream<WithdrawnWindow>> withdrawn,
      Consumer<DataStream<Notice>> notices) {}

  /**
   * What tests put in place of the real thing, to see that a wrong function is found out.
   *
   * @param endpointHours judges endpoints
   * @param poolHours completes windows
   * @param tellEveryLines after how many lines stream time moves on, however little time passed;
   *     days of tests are read within a moment
   */
  record Functions(EndpointHours endpointHours, PoolHours poolHours, int tellEveryLines) {

    /** A fetch of Kafka brings some thousand lines. */
    private static final int TELL_EVERY_LINES = 20_000;

    static Functions of(JudgeSettings settings, TimeSettings timeOrNull) {
      return new Functions(
          new EndpointHours(settings, timeOrNull),
          new PoolHours(settings, timeOrNull != null),
          TELL_EVERY_LINES);
    }
  }

  /** Builds the graph for BATCH. */
  public static void define(Sources sources, Sinks sinks, JudgeSettings settings) {
    define(sources, sinks, settings, Functions.of(settings, null));
  }

  static void define(Sources sources, Sinks sinks, JudgeSettings settings, Functions functions) {
    new JudgeWorkflow(sources, settings, null, functions).connect(sinks);
  }

  /** Builds the graph for STREAMING. */
  public static void define(
      Sources sources, Sinks sinks, JudgeSettings settings, TimeSettings time) {
    define(sources, sinks, settings, time, Functions.of(settings, time));
  }

  static void define(
      Sources sources,
      Sinks sinks,
      JudgeSettings settings,
      TimeSettings time,
      Functions functions) {
    new JudgeWorkflow(sources, settings, time, functions).connect(sinks);
  }

  private void connect(Sinks sinks) {
    SingleOutputStreamOperator<RequestBlock> blocks =
        timeOrNull == null ? blocks() : blocksWithStreamTime();
    SingleOutputStreamOperator<EndpointHour> endpointHours =
        blocks
            .keyBy(RequestBlock::endpoint, TypeInformation.of(EndpointId.class))
            .connect(sources.contracts().broadcast(EndpointHours.CONTRACTS))
            .process(functions.endpointHours(), TypeInformation.of(EndpointHour.class))
            .name("endpoint hours")
            .uid("endpoint-hours");
    SingleOutputStreamOperator<JudgedWindow> windows =
        poolInputs(endpointHours)
            .keyBy(PoolInput::key, TypeInformation.of(PoolAndHour.class))
            .connect(
                blocks
                    .getSideOutput(RequestBlocks.FIRST_ARRIVALS)
                    .broadcast(PoolHours.FIRST_ARRIVAL))
            .process(functions.poolHours(), TypeInformation.of(JudgedWindow.class))
            .name("pool hours")
            .uid("pool-hours");

    sinks
        .windows()
        .accept(windows.map(new CountWindows()).name("count windows").uid("count-windows"));
    sinks.withdrawn().accept(windows.getSideOutput(PoolHours.WITHDRAWN));
    sinks
        .notices()
        .accept(
            notices(blocks, endpointHours)
                .map(new CountNotices())
                .name("count notices")
                .uid("count-notices"));
  }

  private SingleOutputStreamOperator<RequestBlock> blocks() {
    return sources
        .requests()
        .transform(
            "request blocks", TypeInformation.of(RequestBlock.class), new RequestBlocks(settings))
        .uid("request-blocks");
  }

  private SingleOutputStreamOperator<RequestBlock> blocksWithStreamTime() {
    SingleOutputStreamOperator<TimedBlock> timed =
        sources
            .requests()
            .transform(
                "request blocks",
                TypeInformation.of(TimedBlock.class),
                new TimedBlocks(settings, timeOrNull, functions.tellEveryLines()))
            .uid("timed-request-blocks");
    return timed
        .connect(timed.getSideOutput(TimedBlocks.POSITIONS).broadcast())
        .transform(
            "stream time", TypeInformation.of(RequestBlock.class), new StreamTime(timeOrNull))
        .uid("stream-time");
  }

  private DataStream<PoolInput> poolInputs(SingleOutputStreamOperator<EndpointHour> endpointHours) {
    DataStream<PoolInput> arrivals =
        endpointHours
            .flatMap(new SendArrivals(settings))
            .returns(PoolInput.class)
            .name("arrivals by pool")
            .uid("arrivals-by-pool");
    DataStream<PoolInput> metrics =
        timedMetrics()
            .flatMap(new SendMetrics(settings))
            .returns(PoolInput.class)
            .name("metrics by pool")
            .uid("metrics-by-pool");
    DataStream<PoolInput> inputs = arrivals.union(metrics);
    return timeOrNull == null
        ? inputs
        : inputs.union(endpointHours.getSideOutput(EndpointHours.MOVED));
  }

  private DataStream<PoolMetricLine> timedMetrics() {
    return timeOrNull == null
        ? sources.metrics()
        : sources
            .metrics()
            .transform(
                "metric time",
                TypeInformation.of(PoolMetricLine.class),
                new MetricTime(settings.maxRequestDuration().toMillis(), timeOrNull))
            .uid("metric-time")
            .forceNonParallel();
  }

  private DataStream<Notice> notices(
      SingleOutputStreamOperator<RequestBlock> blocks,
      SingleOutputStreamOperator<EndpointHour> endpointHours) {
    return requestNotices(blocks)
        .union(
            sources
                .metrics()
                .<Notice>flatMap((line, out) -> collect(line.noticeOrNull(), out))
                .returns(Notice.class)
                .name("metric notices")
                .uid("metric-notices"),
            endpointHours.getSideOutput(EndpointHours.NOTICES),
            sources
                .contracts()
                .<Notice>flatMap((line, out) -> collect(line.noticeOrNull(), out))
                .returns(Notice.class)
                .name("contract notices")
                .uid("contract-notices"));
  }

  private DataStream<Notice> requestNotices(SingleOutputStreamOperator<RequestBlock> blocks) {
    return timeOrNull == null
        ? sources
            .requests()
            .<Notice>flatMap((line, out) -> collect(line.noticeOrNull(), out))
            .returns(Notice.class)
            .name("request notices")
            .uid("request-notices")
        : blocks.getSideOutput(StreamTime.NOTICES);
  }

  private static <T> void collect(T valueOrNull, Collector<T> out) {
    if (valueOrNull != null) {
      out.collect(valueOrNull);
    }
  }

  private static final class SendArrivals extends RichFlatMapFunction<EndpointHour, PoolInput> {

    private static final long serialVersionUID = 1L;
    private final JudgeSettings settings;

    SendArrivals(JudgeSettings settings) {
      this.settings = settings;
    }

    @Override
    public void flatMap(EndpointHour endpointHour, Collector<PoolInput> out) {
      PoolHours.send(endpointHour, settings, out);
    }
  }

  private static final class SendMetrics extends RichFlatMapFunction<PoolMetricLine, PoolInput> {

    private static final long serialVersionUID = 1L;
    private final JudgeSettings settings;
    private transient ReportZone zone;
    private transient ReadCounters counters;

    SendMetrics(JudgeSettings settings) {
      this.settings = settings;
    }

    @Override
    public void open(OpenContext context) {
      zone = settings.reportZone();
      counters = ReadCounters.register(getRuntimeContext(), "pool_metrics");
    }

    @Override
    public void flatMap(PoolMetricLine line, Collector<PoolInput> out) {
      PoolMetric metric = line.rowOrNull();
      counters.count(metric != null, line.noticeOrNull() != null, line.bytes(), line.blankLines());
      if (metric != null) {
        PoolHours.send(metric, settings, zone, out);
      }
    }
  }
}
