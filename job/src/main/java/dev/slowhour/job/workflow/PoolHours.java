package dev.slowhour.job.workflow;

import dev.slowhour.core.data.PoolMetric;
import dev.slowhour.core.judge.EndpointHour;
import dev.slowhour.core.judge.JudgeSettings;
import dev.slowhour.core.judge.JudgedWindow;
import dev.slowhour.core.judge.PoolMinutes;
import dev.slowhour.core.judge.WindowProgress;
import dev.slowhour.core.time.ReportZone;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.BroadcastState;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.state.MapState;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.state.ReadOnlyBroadcastState;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.metrics.Counter;
import org.apache.flink.streaming.api.functions.co.KeyedBroadcastProcessFunction;
import org.apache.flink.util.Collector;
import org.apache.flink.util.OutputTag;

/**
 * Completes the windows of one pool and hour with the pool's figures. Keyed by pool and hour, not
 * by pool alone: what an hour looks at, itself and the hour before, is sent to it, so that a key
 * holds two hours however long the input is, in either mode.
 *
 * <p>In STREAMING windows are completed again whenever time has moved on, by what is known; none of
 * them is final before the hour is.
 */
class PoolHours
    extends KeyedBroadcastProcessFunction<PoolAndHour, PoolInput, Instant, JudgedWindow> {

  private static final long serialVersionUID = 1L;

  /** Hours that are final and have no window. */
  static final OutputTag<WithdrawnWindow> WITHDRAWN =
      new OutputTag<>("withdrawn-windows", TypeInformation.of(WithdrawnWindow.class));

  /** The earliest arrival of the input, under its one key. */
  static final MapStateDescriptor<String, Instant> FIRST_ARRIVAL =
      new MapStateDescriptor<>("first-arrival", Types.STRING, Types.INSTANT);

  private static final MapStateDescriptor<EndpointAndHour, EndpointHour> ENDPOINT_HOURS =
      new MapStateDescriptor<>(
          "endpoint-hours",
          TypeInformation.of(EndpointAndHour.class),
          TypeInformation.of(EndpointHour.class));

  private static final ListStateDescriptor<PoolMetric> METRICS =
      new ListStateDescriptor<>("metrics", TypeInformation.of(PoolMetric.class));

  private static final String OF_INPUT = "input";

  private final JudgeSettings settings;
  private final boolean isStreaming;
  private transient MapState<EndpointAndHour, EndpointHour> endpointHours;
  private transient ListState<PoolMetric> metrics;
  private transient Counter lateMetrics;

  PoolHours(JudgeSettings settings, boolean isStreaming) {
    this.settings = settings;
    this.isStreaming = isStreaming;
  }

  @Override
  public void open(OpenContext context) {
    endpointHours = getRuntimeContext().getMapState(ENDPOINT_HOURS);
    metrics = getRuntimeContext().getListState(METRICS);
    lateMetrics = JobMetrics.group(getRuntimeContext()).counter(JobMetrics.LATE_METRICS);
  }

  @Override
  public void processBroadcastElement(
      Instant firstArrival, Context context, Collector<JudgedWindow> out) throws Exception {
    BroadcastState<String, Instant> earliest = context.getBroadcastState(FIRST_ARRIVAL);
    Instant before = earliest.get(OF_INPUT);
    if (before == null || firstArrival.isBefore(before)) {
      earliest.put(OF_INPUT, firstArrival);
    }
  }

  @Override
  public void processElement(PoolInput input, ReadOnlyContext context, Collector<JudgedWindow> out)
      throws Exception {
    long closesAt = closesAt(input.lookingHour());
    if (isStreaming && closesAt <= context.currentWatermark()) {
      if (input.metricOrNull() != null) {
        lateMetrics.inc();
      }
      return;
    }
    if (input.endpointHourOrNull() != null) {
      EndpointHour endpointHour = input.endpointHourOrNull();
      endpointHours.put(
          new EndpointAndHour(endpointHour.endpoint(), endpointHour.hour()), endpointHour);
    } else if (input.metricOrNull() != null) {
      metrics.add(input.metricOrNull());
    } else {
      endpointHours.remove(input.movedOrNull());
    }
    if (isStreaming) {
      // Once time has moved on: by then the other endpoints have sent what they know too.
      context.timerService().registerEventTimeTimer(context.currentWatermark() + 1);
    }
    context.timerService().registerEventTimeTimer(closesAt);
  }

  /** Never from the timer, which fires for several reasons and at several times. */
  Instant hourOf(PoolAndHour key, long timestamp) {
    return key.hour();
  }

  private long closesAt(Instant hour) {
    return hour.plusSeconds(ReportZone.HOUR_SECONDS)
        .plus(settings.maxRequestDuration())
        .toEpochMilli();
  }

  @Override
  public void onTimer(long timestamp, OnTimerContext context, Collector<JudgedWindow> out)
      throws Exception {
    Instant hour = hourOf(context.getCurrentKey(), timestamp);
    boolean isFinal = closesAt(hour) <= timestamp;
    if (!isFinal && closesAt(hour) <= context.currentWatermark()) {
      // The hour's own timer comes next, and tells it for good.
      return;
    }
    PoolMinutes minutes =
        new PoolMinutes(hour, firstArrival(context.getBroadcastState(FIRST_ARRIVAL)));
    List<EndpointHour> ownHours = new ArrayList<>();
    for (EndpointHour endpointHour : endpointHours.values()) {
      minutes.add(endpointHour);
      if (endpointHour.hour().equals(hour)) {
        ownHours.add(endpointHour);
      }
    }
    for (PoolMetric metric : metrics.get()) {
      minutes.add(metric);
    }
    for (EndpointHour own : ownHours) {
      WindowProgress progress = isFinal ? WindowProgress.FINAL : unsettled(own.progress());
      own.window().ifPresent(window -> out.collect(minutes.complete(window, progress)));
      if (isStreaming && isFinal && own.window().isEmpty()) {
        context.output(WITHDRAWN, new WithdrawnWindow(own.endpoint(), hour));
      }
    }
    if (isFinal) {
      endpointHours.clear();
      metrics.clear();
    }
  }

  /** An endpoint may be done with its hour before all others of the pool are. */
  private static WindowProgress unsettled(WindowProgress progress) {
    return progress.isUnsettled() ? progress : WindowProgress.PROVISIONAL;
  }

  /** Without any request there is no window either, and nothing looks at what this says. */
  private static Instant firstArrival(ReadOnlyBroadcastState<String, Instant> earliest)
      throws Exception {
    return Optional.ofNullable(earliest.get(OF_INPUT)).orElse(Instant.EPOCH);
  }

  /** Sends an endpoint's hour to the hours that look at it. */
  static void send(EndpointHour endpointHour, JudgeSettings settings, Collector<PoolInput> out) {
    Instant hour = endpointHour.hour();
    Instant nextHour = hour.plusSeconds(ReportZone.HOUR_SECONDS);
    if (settings.isJudged(hour)) {
      out.collect(PoolInput.of(endpointHour, hour));
    }
    if (settings.isJudged(nextHour)) {
      out.collect(PoolInput.of(endpointHour.arrivals(), nextHour));
    }
  }

  /** Sends a metric to the hours that look at it. */
  static void send(
      PoolMetric metric, JudgeSettings settings, ReportZone zone, Collector<PoolInput> out) {
    Instant hour = zone.hourOf(metric.minute());
    send(metric, hour, settings, out);
    send(metric, hour.plusSeconds(ReportZone.HOUR_SECONDS), settings, out);
    if (metric.minute().equals(hour)) {
      // Quoted as the minute after, should the last minute of the hour before be its worst.
      send(metric, hour.minusSeconds(ReportZone.HOUR_SECONDS), settings, out);
    }
  }

  private static void send(
      PoolMetric metric, Instant lookingHour, JudgeSettings settings, Collector<PoolInput> out) {
    if (settings.isJudged(lookingHour)) {
      out.collect(PoolInput.of(metric, lookingHour));
    }
  }
}
