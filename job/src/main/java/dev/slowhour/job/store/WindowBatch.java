package dev.slowhour.job.store;

import dev.slowhour.core.judge.JudgeSettings;
import dev.slowhour.core.judge.JudgedWindow;
import dev.slowhour.core.judge.WindowState;
import dev.slowhour.core.time.ReportZone;
import dev.slowhour.job.workflow.WithdrawnWindow;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.operators.ProcessingTimeService;
import org.apache.flink.metrics.Counter;

/** Windows that wait to be stored or withdrawn. */
final class WindowBatch implements StoreSink.Batch<WindowChange> {

  private final WindowStore store;
  private final JudgeSettings settings;
  private final StoreMetrics metrics;
  private final ProcessingTimeService clock;
  private final Counter rows;
  private final Counter leftAlone;
  private final Counter refused;
  private final Counter unchanged;
  private final Counter withdrawn;
  private final List<JudgedWindow> toStore = new ArrayList<>();
  private final List<WithdrawnWindow> toWithdraw = new ArrayList<>();

  WindowBatch(
      WindowStore store,
      JudgeSettings settings,
      StoreMetrics metrics,
      ProcessingTimeService clock) {
    this.store = store;
    this.settings = settings;
    this.metrics = metrics;
    this.clock = clock;
    rows = metrics.counter("rows_stored");
    leftAlone = metrics.counter("windows_left_alone");
    refused = metrics.counter("refused_overwrites");
    unchanged = metrics.counter("windows_unchanged");
    withdrawn = metrics.counter("windows_withdrawn");
    metrics.retries(store::retries);
  }

  @Override
  public void add(WindowChange change) {
    if (change.judgedOrNull() != null) {
      toStore.add(change.judgedOrNull());
    } else {
      toWithdraw.add(change.withdrawnOrNull());
    }
  }

  @Override
  public int size() {
    return toStore.size() + toWithdraw.size();
  }

  @Override
  public void write() throws StoreException {
    store.put(toStore).forEach(this::count);
    toStore.clear();
    // Every judging of a window comes before its withdrawal.
    withdrawn.inc(store.withdraw(toWithdraw));
    toWithdraw.clear();
  }

  private void count(WindowStore.Put put) {
    switch (put.outcome()) {
      case STORED -> countStored(put);
      case LEFT_ALONE -> leftAlone.inc();
      case REFUSED -> refused.inc();
      case UNCHANGED -> unchanged.inc();
    }
  }

  private void countStored(WindowStore.Put put) {
    WindowState state = put.window().progress().state();
    rows.inc(put.rows());
    metrics.windowsStored(put.window().window().verdict(), state).inc();
    if (put.isNewState() && state != WindowState.OPEN) {
      metrics
          .timeToVerdict(state)
          .update(clock.getCurrentProcessingTime() - possibleAt(put.window(), state));
    }
  }

  /** When all of a window could have been known at the earliest, milliseconds since 1970. */
  private long possibleAt(JudgedWindow judged, WindowState state) {
    Instant end = judged.window().windowStart().plusSeconds(ReportZone.HOUR_SECONDS);
    return (state == WindowState.FINAL ? end.plus(settings.maxRequestDuration()) : end)
        .toEpochMilli();
  }

  @Override
  public void close() {
    store.close();
  }
}
