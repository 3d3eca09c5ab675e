package dev.slowhour.job.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slowhour.core.judge.JudgeSettings;
import dev.slowhour.core.judge.JudgedWindow;
import dev.slowhour.core.judge.WindowProgress;
import dev.slowhour.job.testing.Postgres;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
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
      streaming(database, report);
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
          new RunTotals(1, 0, 0, 0, 0, WINDOWS, 0, Optional.of(hour(HOURS + 2))),
          List.of(),
          List.of());
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

  private static void streaming(Postgres database, StringBuilder report) throws Exception {
    try (StreamRun run =
            StreamRun.begin(
                database.address(), "test", JudgeSettings.defaults(), "[]", Optional.empty());
        WindowStore store =
            WindowStore.open(
                database.address(), run.id(), Windows.SEOUL, Set.of(), Patience.OF_STREAMING)) {
      measure("one by one", 1_000, 1, store, i -> window("s-", i, 1, WindowProgress.FINAL), report);
      for (int warmUp = 1; warmUp <= 2; warmUp++) {
        int revision = warmUp;
        measure(
            "many at once, new" + (warmUp == 1 ? " (warming up)" : ""),
            5_000,
            500,
            store,
            i -> window("m" + revision + "-", i, 1, WindowProgress.PROVISIONAL),
            report);
      }
      measure(
          "many at once, final over provisional",
          5_000,
          500,
          store,
          i -> window("m1-", i, 2, WindowProgress.FINAL),
          report);
      for (int minute = 30; minute < 33; minute++) {
        int passed = minute;
        measure(
            "many at once, open, all rows changed, minute " + minute,
            5_000,
            500,
            store,
            i -> window("o-", i, passed, WindowProgress.open(passed)),
            report);
      }
      for (int minute = 33; minute < 36; minute++) {
        int passed = minute;
        measure(
            "many at once, open, a minute more, minute " + minute,
            5_000,
            500,
            store,
            i -> window("o-", i, 33, WindowProgress.open(passed)),
            report);
      }
      measure(
          "many at once, unchanged",
          5_000,
          500,
          store,
          i -> window("o-", i, 33, WindowProgress.open(35)),
          report);
    }
  }

  private static JudgedWindow window(
      String prefix, int index, int revision, WindowProgress progress) {
    return Windows.of(prefix + index % 500, hour(index / 500), revision, progress);
  }

  private static void measure(
      String name,
      int windows,
      int atOnce,
      WindowStore store,
      IntFunction<JudgedWindow> window,
      StringBuilder report)
      throws Exception {
    long start = System.nanoTime();
    for (int first = 0; first < windows; first += atOnce) {
      store.put(IntStream.range(first, first + atOnce).mapToObj(window).toList());
    }
    double seconds = (System.nanoTime() - start) / 1e9;
    report.append(
        String.format(
            Locale.ROOT,
            "streaming, %s: %,d windows in %.1f s, %,.0f a second%n",
            name,
            windows,
            seconds,
            windows / seconds));
  }
}
