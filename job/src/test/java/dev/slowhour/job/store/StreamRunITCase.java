package dev.slowhour.job.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slowhour.core.judge.JudgeSettings;
import dev.slowhour.core.judge.WindowProgress;
import dev.slowhour.job.testing.Postgres;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the store tells of a streaming run, from its beginning to its end. */
class StreamRunITCase {

  private static final RunTotals TOTALS = new RunTotals(7, 6, 5, 4, 3, 2, 1, Optional.empty());

  private Postgres database;

  @BeforeEach
  void makeDatabase() throws Exception {
    database = Postgres.migrated();
  }

  private StreamRun begin() throws StoreException {
    return begin(Optional.empty());
  }

  private StreamRun begin(Optional<String> restoredFrom) throws StoreException {
    return StreamRun.begin(
        database.address(),
        "0.1.0",
        JudgeSettings.defaults(),
        "{\"topics\": [\"request-logs\"]}",
        restoredFrom);
  }

  private List<Map<String, String>> outcomes() {
    return database.rows(
        "SELECT outcome, savepoint, failure, ended_at IS NULL AS lives FROM slowhour.runs"
            + " ORDER BY run_id");
  }

  private static Map<String, String> outcome(String outcome, String savepoint, String failure) {
    Map<String, String> row = new HashMap<>();
    row.put("outcome", outcome);
    row.put("savepoint", savepoint);
    row.put("failure", failure);
    row.put("lives", outcome.equals("running") ? "t" : "f");
    return row;
  }

  @Test
  void aRunSaysWhatItIsAndHowItEnded() throws Exception {
    try (StreamRun run = begin(Optional.of("file:/savepoints/1"))) {
      assertThat(run.id()).isEqualTo(1);
      assertThat(
              database.rows(
                  "SELECT kind, version, zone, restored_from, inputs FROM slowhour.runs WHERE"
                      + " outcome = 'running'"))
          .containsExactly(
              Map.of(
                  "kind",
                  "streaming",
                  "version",
                  "0.1.0",
                  "zone",
                  "Asia/Seoul",
                  "restored_from",
                  "file:/savepoints/1",
                  "inputs",
                  "{\"topics\": [\"request-logs\"]}"));
      run.done(Optional.of("file:/savepoints/2"), Optional.of(TOTALS));
    }
    try (StreamRun run = begin()) {
      run.cancelled(Optional.empty());
      run.failed("what comes after its end is not the run's");
    }
    try (StreamRun run = begin()) {
      run.failed("java.lang.OutOfMemoryError:\n  Java heap space");
      run.done(Optional.empty(), Optional.empty());
    }

    assertThat(outcomes())
        .containsExactly(
            outcome("done", "file:/savepoints/2", null),
            outcome("cancelled", null, null),
            outcome("failed", null, "java.lang.OutOfMemoryError: Java heap space"));
    assertThat(
            database.rows(
                "SELECT concat_ws(' ', request_rows, request_unreadable_lines, metric_rows,"
                    + " metric_unreadable_lines, contracts_in_force, windows_judged, notices) AS n"
                    + " FROM slowhour.runs ORDER BY run_id"))
        .extracting(row -> row.get("n"))
        .containsExactly("7 6 5 4 3 2 1", "", "");
  }

  @Test
  void aRunThatNobodyKeepsAliveIsTakenForDeadByTheNextAndOneWithAWriterIsNot() throws Exception {
    WindowStore writer;
    try (StreamRun first = begin()) {
      writer = writer(first.id());
    }
    begin().close();
    awaitSessions(1);

    begin().close();

    String gone = "the process ended, or lost the store, without saying why";
    assertThat(outcomes())
        .containsExactly(
            outcome("running", null, null),
            outcome("failed", null, gone),
            outcome("running", null, null));
    writer.close();
  }

  @Test
  void aRunThatWasTakenForDeadAndComesBackIsRunningAgain() throws Exception {
    long id;
    try (StreamRun run = begin()) {
      id = run.id();
    }
    awaitSessions(0);
    try (BatchStore another =
        BatchStore.begin(database.address(), "0.1.0", JudgeSettings.defaults(), false, "[]")) {
      assertThat(outcomes()).first().extracting(row -> row.get("outcome")).isEqualTo("failed");
      another.fail("done with");

      try (WindowStore writer = writer(id)) {
        writer.put(Windows.of("e", Windows.TEN, 1, WindowProgress.open(3)));

        assertThat(outcomes()).first().isEqualTo(outcome("running", null, null));
      }
    }
    try (StreamRun again = StreamRun.of(database.address(), id)) {
      again.cancelled(Optional.empty());
    }
    try (WindowStore late = writer(id)) {
      assertThat(late.retries()).isZero();
      assertThat(outcomes())
          .as("its end stands")
          .first()
          .isEqualTo(outcome("cancelled", null, null));
    }
  }

  private WindowStore writer(long runId) throws StoreException {
    return WindowStore.open(
        database.address(), runId, Windows.SEOUL, Set.of(), Patience.OF_STREAMING);
  }

  /** The server takes a moment to see that a client is gone. */
  private void awaitSessions(int count) throws InterruptedException {
    while (database.count(
            "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'slowhour'"
                + " AND datname = current_database()")
        != count) {
      Thread.sleep(10);
    }
  }
}
