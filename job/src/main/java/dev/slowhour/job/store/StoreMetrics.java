package dev.slowhour.job.store;

import dev.slowhour.core.data.NoticeCode;
import dev.slowhour.core.judge.Verdict;
import dev.slowhour.core.judge.WindowState;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.LongSupplier;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.Histogram;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.runtime.metrics.DescriptiveStatisticsHistogram;

/** What a writer tells of itself, in the metric group {@code slowhour} of its operator. */
final class StoreMetrics {

  /** Of how many verdicts the times are kept. */
  private static final int TIMES_KEPT = 1_000;

  private final MetricGroup group;
  private final Map<WindowState, Map<Verdict, Counter>> windows = new EnumMap<>(WindowState.class);
  private final Map<WindowState, Histogram> times = new EnumMap<>(WindowState.class);
  private final Map<NoticeCode, Counter> notices = new EnumMap<>(NoticeCode.class);

  StoreMetrics(MetricGroup ofOperator) {
    group = ofOperator.addGroup("slowhour");
  }

  /** A counter without labels. */
  Counter counter(String name) {
    return group.counter(name);
  }

  /** How often a transaction was tried again. */
  void retries(LongSupplier retries) {
    group.gauge("store_retries", (Gauge<Long>) retries::getAsLong);
  }

  /** Writings of windows of that verdict in that state. */
  Counter windowsStored(Verdict verdict, WindowState state) {
    return windows
        .computeIfAbsent(state, any -> new EnumMap<>(Verdict.class))
        .computeIfAbsent(
            verdict,
            any ->
                group
                    .addGroup("verdict", verdict.name().toLowerCase(Locale.ROOT))
                    .addGroup("state", state.text())
                    .counter("windows_stored"));
  }

  /** Milliseconds from when a window could be in that state at the earliest until it was stored. */
  Histogram timeToVerdict(WindowState state) {
    return times.computeIfAbsent(
        state,
        any ->
            group
                .addGroup("state", state.text())
                .histogram("time_to_verdict_ms", new DescriptiveStatisticsHistogram(TIMES_KEPT)));
  }

  /** Notices of that code that were handed to the store, also those that are only counted. */
  Counter noticesStored(NoticeCode code) {
    return notices.computeIfAbsent(
        code, any -> group.addGroup("code", code.code()).counter("notices_stored"));
  }
}
