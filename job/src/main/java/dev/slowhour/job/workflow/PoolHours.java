package dev.slowhour.job.workflow;

import dev.slowhour.core.data.PoolMetric;
import dev.slowhour.core.judge.EndpointHour;
import dev.slowhour.core.judge.EndpointWindow;
import dev.slowhour.core.judge.JudgeSettings;
import dev.slowhour.core.judge.JudgedWindow;
import dev.slowhour.core.judge.PoolMinutes;
import dev.slowhour.core.time.ReportZone;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.BroadcastState;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.state.ReadOnlyBroadcastState;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.functions.co.KeyedBroadcastProcessFunction;
import org.apache.flink.util.Collector;

/**
 * Completes the windows of one pool and hour with the pool's figures. Keyed by pool and hour, not
 * by pool alone: what an hour looks at, itself and the hour before, is sent to it, so that a key
 * holds two hours however long the input is, in either mode.
 */
final class PoolHours
    extends KeyedBroadcastProcessFunction<PoolAndHour, PoolInput, Instant, JudgedWindow> {

  private static final long serialVersionUID = 1L;

  /** The earliest arrival of the input, under its one key. */
  static final MapStateDescriptor<String, Instant> FIRST_ARRIVAL =
      new MapStateDescriptor<>("first-arrival", Types.STRING, Types.INSTANT);

  private static final ListStateDescriptor<EndpointHour> ENDPOINT_HOURS =
      new ListStateDescriptor<>("endpoint-hours", TypeInformation.of(EndpointHour.class));

  private static final ListStateDescriptor<PoolMetric> METRICS =
      new ListStateDescriptor<>("metrics", TypeInformation.of(PoolMetric.class));

  private static final String OF_INPUT = "input";

  private final JudgeSettings settings;
  private transient ListState<EndpointHour> endpointHours;
  private transient ListState<PoolMetric> metrics;

  PoolHours(JudgeSettings settings) {
    this.settings = settings;
  }

  @Override
  public void open(OpenContext context) {
    endpointHours = getRuntimeContext().getListState(ENDPOINT_HOURS);
    metrics = getRuntimeContext().getListState(METRICS);
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
    if (input.endpointHourOrNull() != null) {
      endpointHours.add(input.endpointHourOrNull());
    } else {
      metrics.add(input.metricOrNull());
    }
    context.timerService().registerEventTimeTimer(closesAt(input.lookingHour()));
  }

  private long closesAt(Instant hour) {
    return hour.plusSeconds(ReportZone.HOUR_SECONDS)
        .plus(settings.maxRequestDuration())
        .toEpochMilli();
  }

  @Override
  public void onTimer(long timestamp, OnTimerContext context, Collector<JudgedWindow> out)
      throws Exception {
    PoolMinutes minutes =
        new PoolMinutes(
            context.getCurrentKey().hour(), firstArrival(context.getBroadcastState(FIRST_ARRIVAL)));
    List<EndpointWindow> windows = new ArrayList<>();
    for (EndpointHour endpointHour : endpointHours.get()) {
      minutes.add(endpointHour);
      endpointHour.window().ifPresent(windows::add);
    }
    for (PoolMetric metric : metrics.get()) {
      minutes.add(metric);
    }
    windows.forEach(window -> out.collect(minutes.complete(window)));
    endpointHours.clear();
    metrics.clear();
  }

  /** Without any request there is no window either, and nothing looks at what this says. */
  private static Instant firstArrival(ReadOnlyBroadcastState<String, Instant> earliest)
      throws Exception {
    return Optional.ofNullable(earliest.get(OF_INPUT)).orElse(Instant.EPOCH);
  }

  /** Sends an endpoint's hour to the hours that look at it. */
  static void send(EndpointHour endpointHour, JudgeSettings settings, Collector<PoolInput> out) {
    Instant hour = endpointHour.hour();
    String pool = endpointHour.accelPool();
    Instant nextHour = hour.plusSeconds(ReportZone.HOUR_SECONDS);
    if (settings.isJudged(hour)) {
      out.collect(new PoolInput(pool, hour, endpointHour, null));
    }
    if (settings.isJudged(nextHour)) {
      out.collect(new PoolInput(pool, nextHour, endpointHour.arrivals(), null));
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
      out.collect(new PoolInput(metric.accelPool(), lookingHour, null, metric));
    }
  }
}
