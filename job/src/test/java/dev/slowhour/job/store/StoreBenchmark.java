package dev.slowhour.job.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slowhour.core.judge.JudgeSettings;
import dev.slowhour.core.judge.WindowState;
import dev.slowhour.job.testing.Postgres;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * How long writing takes. No part of the build; see docs/benchmarks.md for the command. The server
 * syncs to disk as a real one does.
 */
class StoreBenchmark {

  private static final int ENDPOINTS = 100;
  private static final int HOURS = 100;
  private static final int WINDOWS = ENDPOINTS * HOURS;
  private static final int ONE_BY_ONE = 1_000;

  @TempDir private Path folder;

  @Test
  void tenThousandWindowsWithTheirMinutes() throws Exception {
    try (EmbeddedPostgres server = Postgres.startDurable(folder)) {
      Postgres database = Postgres.empty(server);
      Schema.migrate(database.address());
      StringBuilder report = new StringBuilder("\n");
      report
          .append(database.rows("SELECT version(), current_setting('fsync') AS fsync"))
          .append('\n');
      for (String run : List.of("first", "again, replacing all")) {
        batch(database, run, report);
      }
      oneByOne(database, report);
      System.out.println(report);
    }
  }

  private static void batch(Postgres database, String name, StringBuilder report) throws Exception {
    long start = System.nanoTime();
    try (BatchStore store =
        BatchStore.begin(database.address(), "test", JudgeSettings.defaults(), false, "[]")) {
      long runId = database.count("SELECT max(run_id) FROM slowhour.runs");
      try (StagedWindows writer =
          new StagedWindows(
              database.address(), new StagingTables(runId), JudgeSettings.DEFAULT_ZONE, Set.of())) {
        for (int hour = 0; hour < HOURS; hour++) {
          for (int endpoint = 0; endpoint < ENDPOINTS; endpoint++) {
            writer.write(Windows.of("e-" + endpoint, hour(hour), 1 + endpoint));
          }
        }
        writer.finish();
      }
      long setAside = System.nanoTime();
      store.putInPlace(
          new RunTotals(1, 0, 0, 0, 0, WINDOWS, 0, Optional.of(hour(HOURS + 2))), List.of());
      long end = System.nanoTime();
      report.append(
          String.format(
              Locale.ROOT,
              "batch, %s: set aside %.1f s, put in place %.1f s, together %.1f s%n",
              name,
              (setAside - start) / 1e9,
              (end - setAside) / 1e9,
              (end - start) / 1e9));
      assertThat(Duration.ofNanos(end - start)).isLessThan(Duration.ofSeconds(30));
    }
    assertThat(database.rowsOf("windows")).isEqualTo(WINDOWS);
    assertThat(database.rowsOf("minutes")).isEqualTo(60L * WINDOWS);
  }

  private static Instant hour(int index) {
    return Windows.TEN.plus(Duration.ofHours(index));
  }

  private static void oneByOne(Postgres database, StringBuilder report) throws Exception {
    long run = WindowStore.beginRun(database.address(), "test", JudgeSettings.defaults(), "[]");
    long start = System.nanoTime();
    try (WindowStore store = WindowStore.open(database.address(), run, Windows.SEOUL, Set.of())) {
      for (int i = 0; i < ONE_BY_ONE; i++) {
        store.put(Windows.of("s-" + i % ENDPOINTS, hour(i / ENDPOINTS), 1), WindowState.FINAL, 60);
      }
    }
    double seconds = (System.nanoTime() - start) / 1e9;
    report.append(
        String.format(
            Locale.ROOT,
            "one by one: %,d windows in %.1f s, %.0f a second%n",
            ONE_BY_ONE,
            seconds,
            ONE_BY_ONE / seconds));
  }
}
