package dev.slowhour.job.store;

import static dev.slowhour.core.compare.VerdictReading.AT_SLO;
import static dev.slowhour.core.compare.VerdictReading.BY_RULE;

import dev.slowhour.core.compare.Comparison;
import dev.slowhour.job.result.ComparisonResult;
import dev.slowhour.job.result.ComparisonRows;
import dev.slowhour.job.result.ScoreResult;
import dev.slowhour.job.result.ScoreRow;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Locale;

/**
 * Stores scores and comparisons, each in one transaction. One of the same name makes room: done
 * twice, it is there once.
 */
public final class ResultStore {

  private ResultStore() {}

  /**
   * Stores a score.
   *
   * @param version of Slowhour
   * @return its number
   * @throws StoreException when that cannot be done; nothing is changed then
   */
  public static long put(StoreAddress address, String version, ScoreResult result)
      throws StoreException {
    try (StoreSession session = StoreSession.open(address)) {
      Schema.check(address, session);
      return session.inTransaction(connection -> put(connection, version, result));
    }
  }

  private static long put(Connection connection, String version, ScoreResult result)
      throws SQLException {
    lock(connection);
    try (PreparedStatement delete =
        connection.prepareStatement("DELETE FROM slowhour.scores WHERE name = ?")) {
      delete.setString(1, result.name());
      delete.executeUpdate();
    }
    try (PreparedStatement insert =
        connection.prepareStatement(
            """
            INSERT INTO slowhour.scores (name, version, planted, right_by_rule, right_at_slo)
            VALUES (?, ?, ?, ?, ?) RETURNING score_id\
            """)) {
      insert.setString(1, result.name());
      insert.setString(2, version);
      insert.setLong(3, result.score().planted().size());
      insert.setLong(4, result.score().confusion(BY_RULE).right());
      insert.setLong(5, result.score().confusion(AT_SLO).right());
      long id = id(insert);
      ResultRows.copy(
          connection,
          "score_windows",
          "score_id",
          id,
          ScoreRow.fields(),
          ScoreRow.of(result.score()));
      return id;
    }
  }

  /**
   * Stores a comparison.
   *
   * @param version of Slowhour
   * @return its number
   * @throws StoreException when that cannot be done; nothing is changed then
   */
  public static long put(StoreAddress address, String version, ComparisonResult result)
      throws StoreException {
    try (StoreSession session = StoreSession.open(address)) {
      Schema.check(address, session);
      return session.inTransaction(connection -> put(connection, version, result));
    }
  }

  private static long put(Connection connection, String version, ComparisonResult result)
      throws SQLException {
    lock(connection);
    String kind = result.kind().name().toLowerCase(Locale.ROOT);
    try (PreparedStatement delete =
        connection.prepareStatement(
            "DELETE FROM slowhour.comparisons WHERE kind = ? AND name = ?")) {
      delete.setString(1, kind);
      delete.setString(2, result.name());
      delete.executeUpdate();
    }
    long id = insert(connection, kind, version, result);
    Comparison comparison = result.comparison();
    String idColumn = "comparison_id";
    ResultRows.copy(
        connection,
        "comparison_windows",
        idColumn,
        id,
        ComparisonRows.windowFields(),
        comparison.windows());
    if (result.kind() == ComparisonResult.Kind.COMPARE) {
      ResultRows.copy(
          connection,
          "comparison_goodput",
          idColumn,
          id,
          ComparisonRows.goodputFields(),
          ComparisonRows.goodput(comparison, result.before(), result.after()));
    }
    ResultRows.copy(
        connection,
        "comparison_minutes",
        idColumn,
        id,
        ComparisonRows.minuteFields(),
        result.minutes().changes());
    return id;
  }

  private static long insert(
      Connection connection, String kind, String version, ComparisonResult result)
      throws SQLException {
    try (PreparedStatement insert =
        connection.prepareStatement(
            """
            INSERT INTO slowhour.comparisons (kind, name, before_name, after_name, version, hours,
              shift_hours, left_out_before, left_out_after)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING comparison_id\
            """)) {
      insert.setString(1, kind);
      insert.setString(2, result.name());
      insert.setString(3, result.before());
      insert.setString(4, result.after());
      insert.setString(5, version);
      insert.setLong(6, result.comparison().hours().size());
      insert.setLong(7, result.shiftHours());
      insert.setLong(8, result.comparison().leftOutBefore());
      insert.setLong(9, result.comparison().leftOutAfter());
      return id(insert);
    }
  }

  /** Two of one name at once: the second waits, finds the first and takes its place. */
  private static void lock(Connection connection) throws SQLException {
    try (PreparedStatement lock =
        connection.prepareStatement("SELECT pg_advisory_xact_lock(?, 0)")) {
      lock.setInt(1, BatchStore.LOCKS);
      lock.execute();
    }
  }

  private static long id(PreparedStatement insert) throws SQLException {
    try (ResultSet row = insert.executeQuery()) {
      row.next();
      return row.getLong(1);
    }
  }
}
