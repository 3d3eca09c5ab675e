package dev.slowhour.job.workflow;

import dev.slowhour.core.data.EndpointId;
import dev.slowhour.core.data.FailureHour;
import dev.slowhour.core.data.Notice;
import dev.slowhour.core.data.RequestFailure;
import dev.slowhour.core.data.Table;
import dev.slowhour.core.judge.FailureCount;
import dev.slowhour.core.judge.JudgeSettings;
import dev.slowhour.core.time.ReportZone;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.functions.RichFlatMapFunction;
import org.apache.flink.api.common.state.MapState;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.functions.KeySelector;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.util.Collector;

/**
 * Counts the requests of an endpoint and hour that were not answered. They stand beside the judged
 * windows and touch none: they are sent to no operator that judges.
 *
 * <p>Holds the request ids of one endpoint and hour until the hour's end + B.
 */
public final class FailureHours
    extends KeyedProcessFunction<EndpointAndHour, RequestFailure, FailureHour> {

  private static final long serialVersionUID = 1L;

  private final JudgeSettings settings;
  private transient MapState<String, FailureCount.Counted> counted;

  FailureHours(JudgeSettings settings) {
    this.settings = settings;
  }

  /** The counts of the hours that are judged. */
  public static DataStream<FailureHour> of(
      DataStream<RequestFailureLine> lines, JudgeSettings settings) {
    return lines
        .flatMap(new JudgedRows(settings))
        .returns(RequestFailure.class)
        .name("request failures")
        .uid("request-failure-rows")
        .keyBy(new ByEndpointAndHour(settings), TypeInformation.of(EndpointAndHour.class))
        .process(new FailureHours(settings), TypeInformation.of(FailureHour.class))
        .name("failure hours")
        .uid("failure-hours");
  }

  /** What is said about lines that cannot be read. */
  public static DataStream<Notice> notices(DataStream<RequestFailureLine> lines) {
    return lines
        .<Notice>flatMap(
            (line, out) -> {
              if (line.noticeOrNull() != null) {
                out.collect(line.noticeOrNull());
              }
            })
        .returns(Notice.class)
        .name("failure notices")
        .uid("failure-notices")
        .map(new CountNotices())
        .name("count failure notices")
        .uid("count-failure-notices");
  }

  @Override
  public void open(OpenContext context) {
    counted =
        getRuntimeContext()
            .getMapState(
                new MapStateDescriptor<>(
                    "counted", Types.STRING, TypeInformation.of(FailureCount.Counted.class)));
  }

  @Override
  public void processElement(RequestFailure failure, Context context, Collector<FailureHour> out)
      throws Exception {
    FailureCount.Counted line = FailureCount.Counted.of(failure);
    FailureCount.Counted before = counted.get(failure.requestId());
    counted.put(failure.requestId(), before == null ? line : before.orFirst(line));
    context
        .timerService()
        .registerEventTimeTimer(
            context.getCurrentKey().hour().toEpochMilli()
                + ReportZone.HOUR_SECONDS * 1_000
                + settings.maxRequestDuration().toMillis());
  }

  @Override
  public void onTimer(long timestamp, OnTimerContext context, Collector<FailureHour> out)
      throws Exception {
    EndpointAndHour key = context.getCurrentKey();
    out.collect(FailureCount.of(key.endpoint(), key.hour(), counted.values()));
    counted.clear();
  }

  private static final class JudgedRows
      extends RichFlatMapFunction<RequestFailureLine, RequestFailure> {

    private static final long serialVersionUID = 1L;
    private final JudgeSettings settings;
    private transient ReportZone zone;
    private transient ReadCounters counters;

    JudgedRows(JudgeSettings settings) {
      this.settings = settings;
    }

    @Override
    public void open(OpenContext context) {
      zone = settings.reportZone();
      counters = ReadCounters.register(getRuntimeContext(), Table.REQUEST_FAILURES.tableName());
    }

    @Override
    public void flatMap(RequestFailureLine line, Collector<RequestFailure> out) {
      RequestFailure failure = line.rowOrNull();
      counters.count(failure != null, line.noticeOrNull() != null, line.bytes(), line.blankLines());
      if (failure != null && settings.isJudged(zone.hourOf(failure.arrivedAt()))) {
        out.collect(failure);
      }
    }
  }

  private static final class ByEndpointAndHour
      implements KeySelector<RequestFailure, EndpointAndHour> {

    private static final long serialVersionUID = 1L;
    private final JudgeSettings settings;
    private transient ReportZone zoneOrNull;

    ByEndpointAndHour(JudgeSettings settings) {
      this.settings = settings;
    }

    @Override
    public EndpointAndHour getKey(RequestFailure failure) {
      if (zoneOrNull == null) {
        zoneOrNull = settings.reportZone();
      }
      return new EndpointAndHour(
          new EndpointId(failure.tenantId(), failure.endpointId()),
          zoneOrNull.hourOf(failure.arrivedAt()));
    }
  }
}
