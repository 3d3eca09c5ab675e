package dev.slowhour.job.store;

import dev.slowhour.core.judge.JudgeSettings;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Rows of {@code runs}, and which runs are alive. */
final class RunRows {

  private static final int MAX_FAILURE_LENGTH = 1_000;

  /** What is said of a run that no one says is alive. */
  private static final String GONE = "the process ended, or lost the store, without saying why";

  private RunRows() {}

  static long insert(
      Connection connection,
      String kind,
      String version,
      JudgeSettings settings,
      boolean replaces,
      String inputsJson,
      Optional<String> restoredFrom)
      throws SQLException {
    try (PreparedStatement statement =
        connection.prepareStatement(
            """
            INSERT INTO slowhour.runs (kind, version, zone, max_request_duration_ms, judged_from,
              judged_to, replaces, inputs, restored_from)
            VALUES (?, ?, ?, ?, ?::timestamptz, ?::timestamptz, ?, ?::jsonb, ?) RETURNING run_id\
            """)) {
      statement.setString(1, kind);
      statement.setString(2, version);
      statement.setString(3, settings.zone());
      statement.setLong(4, settings.maxRequestDuration().toMillis());
      statement.setString(5, settings.from().map(Instant::toString).orElse(null));
      statement.setString(6, settings.to().map(Instant::toString).orElse(null));
      statement.setBoolean(7, replaces);
      statement.setString(8, inputsJson);
      statement.setString(9, restoredFrom.orElse(null));
      try (ResultSet row = statement.executeQuery()) {
        row.next();
        return row.getLong(1);
      }
    }
  }

  /** Says that a run is alive, for as long as the connection is. */
  static void lock(Connection connection, long runId) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("SELECT pg_advisory_lock(" + BatchStore.LOCKS + ", " + key(runId) + ")");
    }
  }

  /** The same, together with others of the same run. */
  static void lockShared(Connection connection, long runId) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(
          "SELECT pg_advisory_lock_shared(" + BatchStore.LOCKS + ", " + key(runId) + ")");
    }
  }

  private static int key(long runId) {
    return (int) (runId % Integer.MAX_VALUE);
  }

  static void done(Connection connection, RunTotals totals, Stored stored) throws SQLException {
    try (PreparedStatement statement =
        connection.prepareStatement(
            """
            UPDATE slowhour.runs SET ended_at = now(), outcome = 'done', request_rows = ?,
              request_unreadable_lines = ?, metric_rows = ?, metric_unreadable_lines = ?,
              contracts_in_force = ?, windows_judged = ?, notices = ?, windows_left_alone = ?,
              windows_removed = ? WHERE run_id = ?\
            """)) {
      statement.setLong(1, totals.requestRows());
      statement.setLong(2, totals.requestUnreadableLines());
      statement.setLong(3, totals.metricRows());
      statement.setLong(4, totals.metricUnreadableLines());
      statement.setLong(5, totals.contractsInForce());
      statement.setLong(6, totals.windows());
      statement.setLong(7, totals.notices());
      statement.setLong(8, stored.leftAlone());
      statement.setLong(9, stored.removed());
      statement.setLong(10, stored.runId());
      statement.executeUpdate();
    }
  }

  /** What became of a run that is done; empty while it is not. */
  static Optional<Stored> stored(Connection connection, long runId, String address)
      throws SQLException {
    try (PreparedStatement statement =
        connection.prepareStatement(
            """
            SELECT windows_judged, windows_left_alone, windows_removed FROM slowhour.runs
            WHERE run_id = ? AND outcome = 'done'\
            """)) {
      statement.setLong(1, runId);
      try (ResultSet row = statement.executeQuery()) {
        return row.next()
            ? Optional.of(
                new Stored(
                    address,
                    runId,
                    row.getLong(1) - row.getLong(2),
                    row.getLong(2),
                    row.getLong(3)))
            : Optional.empty();
      }
    }
  }

  /** A streaming run has ended, or was: what is said of its end first stands. */
  static void ended(
      Connection connection,
      long runId,
      String outcome,
      Optional<String> savepoint,
      Optional<RunTotals> totals)
      throws SQLException {
    try (PreparedStatement statement =
        connection.prepareStatement(
            """
            UPDATE slowhour.runs SET ended_at = now(), outcome = ?, savepoint = ?, request_rows = ?,
              request_unreadable_lines = ?, metric_rows = ?, metric_unreadable_lines = ?,
              contracts_in_force = ?, windows_judged = ?, notices = ?
            WHERE run_id = ? AND outcome = 'running'\
            """)) {
      statement.setString(1, outcome);
      statement.setString(2, savepoint.orElse(null));
      setCount(statement, 3, totals.map(RunTotals::requestRows));
      setCount(statement, 4, totals.map(RunTotals::requestUnreadableLines));
      setCount(statement, 5, totals.map(RunTotals::metricRows));
      setCount(statement, 6, totals.map(RunTotals::metricUnreadableLines));
      setCount(statement, 7, totals.map(RunTotals::contractsInForce));
      setCount(statement, 8, totals.map(RunTotals::windows));
      setCount(statement, 9, totals.map(RunTotals::notices));
      statement.setLong(10, runId);
      statement.executeUpdate();
    }
  }

  private static void setCount(PreparedStatement statement, int index, Optional<Long> count)
      throws SQLException {
    statement.setObject(index, count.orElse(null), Types.BIGINT);
  }

  /** Takes back that a streaming run was taken for dead: it was between two connections. */
  static void revive(Connection connection, long runId) throws SQLException {
    try (PreparedStatement statement =
        connection.prepareStatement(
            """
            UPDATE slowhour.runs SET ended_at = NULL, outcome = 'running', failure = NULL
            WHERE run_id = ? AND outcome = 'failed' AND failure = ?\
            """)) {
      statement.setLong(1, runId);
      statement.setString(2, GONE);
      statement.executeUpdate();
    }
  }

  static void failed(Connection connection, long runId, String why) throws SQLException {
    try (PreparedStatement statement =
        connection.prepareStatement(
            """
            UPDATE slowhour.runs SET ended_at = now(), outcome = 'failed', failure = ?
            WHERE run_id = ? AND outcome = 'running'\
            """)) {
      String line = why.strip().replaceAll("\\s+", " ");
      statement.setString(1, line.substring(0, Math.min(line.length(), MAX_FAILURE_LENGTH)));
      statement.setLong(2, runId);
      statement.executeUpdate();
    }
  }

  /** Clears up after runs whose process is gone. */
  static int buryDead(Connection connection) throws SQLException {
    int buried = 0;
    for (long runId : dead(connection)) {
      new StagingTables(runId).drop(connection);
      failed(connection, runId, GONE);
      buried++;
    }
    return buried;
  }

  private static List<Long> dead(Connection connection) throws SQLException {
    List<Long> dead = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery(
                // Materialized: the lock is tried of running runs alone.
                "WITH running AS MATERIALIZED (SELECT run_id FROM slowhour.runs WHERE"
                    + " outcome = 'running') SELECT run_id FROM running WHERE"
                    + " pg_try_advisory_xact_lock("
                    + BatchStore.LOCKS
                    + ", (run_id % "
                    + Integer.MAX_VALUE
                    + ")::integer)")) {
      while (rows.next()) {
        dead.add(rows.getLong(1));
      }
    }
    return dead;
  }
}
