package dev.slowhour.job.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slowhour.core.judge.JudgeSettings;
import dev.slowhour.core.judge.WindowProgress;
import dev.slowhour.job.testing.Postgres;
import dev.slowhour.job.workflow.WithdrawnWindow;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import org.apache.flink.metrics.Histogram;
import org.apache.flink.metrics.testutils.MetricListener;
import org.apache.flink.streaming.runtime.tasks.TestProcessingTimeService;
import org.junit.jupiter.api.Test;

/** What a writer of windows tells of itself. */
class StoreMetricsITCase {

  private final MetricListener metrics = new MetricListener();

  private long count(String... name) {
    return metrics.getCounter(name).orElseThrow().getCount();
  }

  private Histogram times(String state) {
    return metrics.getHistogram("slowhour", "state", state, "time_to_verdict_ms").orElseThrow();
  }

  @Test
  void everyWindowIsCountedAsWhatBecameOfItAndTimedWhenItsStateIsNew() throws Exception {
    Postgres database = Postgres.migrated();
    TestProcessingTimeService clock = new TestProcessingTimeService();
    // The hour ended 90 minutes ago; with B it has been over for 30.
    clock.setCurrentTime(Windows.TEN.plus(Duration.ofMinutes(150)).toEpochMilli());
    try (StreamRun run =
            StreamRun.begin(
                database.address(), "test", JudgeSettings.defaults(), "[]", Optional.empty());
        WindowBatch batch =
            new WindowBatch(
                WindowStore.open(
                    database.address(), run.id(), Windows.SEOUL, Set.of(), Patience.OF_STREAMING),
                JudgeSettings.defaults(),
                new StoreMetrics(metrics.getMetricGroup()),
                clock)) {
      write(batch, "a", 1, WindowProgress.open(9));
      write(batch, "a", 1, WindowProgress.open(9));
      write(batch, "a", 2, WindowProgress.PROVISIONAL);
      write(batch, "a", 3, WindowProgress.PROVISIONAL);
      write(batch, "a", 2, WindowProgress.PROVISIONAL);
      write(batch, "a", 4, WindowProgress.FINAL);
      write(batch, "a", 4, WindowProgress.FINAL);
      write(batch, "a", 5, WindowProgress.FINAL);
      write(batch, "b", 1, WindowProgress.open(3));
      batch.add(
          new WindowChange(
              null,
              new WithdrawnWindow(
                  Windows.of("b", Windows.TEN, 1).window().endpoint(), Windows.TEN)));
      batch.write();
    }

    String verdict = "within_slo";
    assertThat(count("slowhour", "verdict", verdict, "state", "open", "windows_stored"))
        .isEqualTo(2);
    assertThat(count("slowhour", "verdict", verdict, "state", "provisional", "windows_stored"))
        .isEqualTo(2);
    assertThat(count("slowhour", "verdict", verdict, "state", "final", "windows_stored"))
        .isEqualTo(1);
    assertThat(count("slowhour", "windows_unchanged")).isEqualTo(1);
    assertThat(count("slowhour", "windows_left_alone")).isEqualTo(2);
    assertThat(count("slowhour", "refused_overwrites")).isEqualTo(1);
    assertThat(count("slowhour", "windows_withdrawn")).isEqualTo(1);
    assertThat(count("slowhour", "rows_stored"))
        .as("what is there, and the earlier writings")
        .isGreaterThan(9 + 60 + 60 + 60 + 3);
    assertThat(metrics.<Long>getGauge("slowhour", "store_retries").orElseThrow().getValue())
        .isZero();
    assertThat(times("provisional").getCount()).isEqualTo(1);
    assertThat(times("provisional").getStatistics().getMax())
        .isEqualTo(Duration.ofMinutes(90).toMillis());
    assertThat(times("final").getCount()).isEqualTo(1);
    assertThat(times("final").getStatistics().getMax())
        .isEqualTo(Duration.ofMinutes(30).toMillis());
    assertThat(metrics.getHistogram("slowhour", "state", "open", "time_to_verdict_ms")).isEmpty();
  }

  private static void write(
      WindowBatch batch, String endpoint, int revision, WindowProgress progress)
      throws StoreException {
    batch.add(new WindowChange(Windows.of(endpoint, Windows.TEN, revision, progress), null));
    batch.write();
  }
}
