package dev.slowhour.job.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slowhour.core.judge.JudgeSettings;
import dev.slowhour.job.testing.Postgres;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Batch runs that are cut, killed or robbed of what they had set aside. */
class BatchStoreITCase {

  private Postgres database;

  @BeforeEach
  void makeDatabase() throws Exception {
    database = Postgres.migrated();
  }

  private BatchStore begin() throws StoreException {
    return BatchStore.begin(database.address(), "test", JudgeSettings.defaults(), false, "[]");
  }

  private static RunTotals totals(int windows) {
    return new RunTotals(1, 0, 0, 0, 0, windows, 0, Optional.of(Instant.EPOCH));
  }

  private StagedWindows writer(long runId) throws StoreException {
    return new StagedWindows(
        database.address(), new StagingTables(runId), JudgeSettings.DEFAULT_ZONE, Set.of());
  }

  private List<Map<String, String>> outcomes() {
    return database.rows("SELECT outcome FROM slowhour.runs ORDER BY run_id");
  }

  private long stagingTables() {
    return database.count(
        "SELECT count(*) FROM pg_class WHERE relname LIKE 'staging%' AND relkind = 'r'");
  }

  @Test
  void rowsSetAsideThatAreGoneAreFoundMissingAndNothingIsPutInPlace() throws Exception {
    try (BatchStore store = begin()) {
      try (StagedWindows writer = writer(1)) {
        writer.write(Windows.of("e", Windows.TEN, 1));
        writer.finish();
      }
      // What a crash of the server does to unlogged tables.
      database.execute("TRUNCATE slowhour.staging_1_minutes");

      assertThatThrownBy(() -> store.putInPlace(totals(1), List.of(), List.of()))
          .isInstanceOf(StoreException.class)
          .hasMessageContaining(
              ": rows set aside there are gone: 1 windows, 0 minutes, 0 notices (expected: 1, 60,"
                  + " 0; nothing was changed, judge again)");
    }
    assertThat(database.rowsOf("windows")).isZero();
  }

  @Test
  void whatAKilledRunLeftIsClearedUpByTheNextAndARunThatLivesIsNot() throws Exception {
    begin().close();
    awaitNoSession();
    try (BatchStore living = begin()) {
      assertThat(outcomes())
          .containsExactly(Map.of("outcome", "failed"), Map.of("outcome", "running"));
      try (BatchStore third = begin()) {
        assertThat(outcomes()).last().isEqualTo(Map.of("outcome", "running"));
        third.putInPlace(totals(0), List.of(), List.of());
      }
      assertThat(living.putInPlace(totals(0), List.of(), List.of()).runId()).isEqualTo(2);
    }
    assertThat(stagingTables()).isZero();
  }

  @Test
  void putInPlaceTwiceBecauseAnAnswerWasLostIsDoneOnce() throws Exception {
    try (BatchStore store = begin()) {
      Stored first = store.putInPlace(totals(0), List.of(), List.of());

      assertThat(store.putInPlace(totals(0), List.of(), List.of())).isEqualTo(first);
    }
  }

  @Test
  void aRunWhoseConnectionsAreCutAgainAndAgainWritesEveryRowOnce() throws Exception {
    int windows = 1_500;
    ExecutorService thread = Executors.newSingleThreadExecutor();
    try (BatchStore store = begin()) {
      Future<Void> end =
          thread.submit(
              () -> {
                try (StagedWindows writer = writer(1)) {
                  for (int i = 1; i <= windows; i++) {
                    writer.write(Windows.of("e", Windows.TEN.plus(Duration.ofHours(i)), i));
                  }
                  writer.finish();
                }
                return null;
              });
      for (int cut = 0; cut < 5; cut++) {
        Thread.sleep(100);
        cut();
      }
      end.get(120, TimeUnit.SECONDS);
      cut();

      Stored stored = store.putInPlace(totals(windows), List.of(), List.of());

      assertThat(stored.written()).isEqualTo(windows);
    } finally {
      thread.shutdown();
    }
    assertThat(database.rowsOf("windows")).isEqualTo(windows);
    assertThat(database.rowsOf("minutes")).isEqualTo(60L * windows);
    assertThat(stagingTables()).isZero();
  }

  /** The server takes a moment to see that a client is gone. */
  private void awaitNoSession() throws InterruptedException {
    while (database.count(
            "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'slowhour'"
                + " AND datname = current_database()")
        > 0) {
      Thread.sleep(10);
    }
  }

  private void cut() {
    database.execute(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'slowhour'"
            + " AND datname = current_database()");
  }
}
