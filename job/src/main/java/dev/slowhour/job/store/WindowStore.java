package dev.slowhour.job.store;

import dev.slowhour.core.judge.JudgeSettings;
import dev.slowhour.core.judge.JudgedWindow;
import dev.slowhour.core.judge.WindowState;
import dev.slowhour.core.time.ReportZone;
import java.io.Closeable;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Set;

/**
 * Writes windows one by one while they come to be, each with its minutes, evidence and notes in one
 * transaction. Writers may be several, and may come in any order: a row gives way only to one of at
 * least the same rank, and never once it is final. For one thread.
 */
public final class WindowStore implements Closeable {

  /** What became of a window. */
  public enum Outcome {
    /** It is stored. */
    STORED,
    /** The stored row is of a higher rank, or final and the same: it stays. */
    LEFT_ALONE,
    /** The stored row is final and this one, final too, differs: the stored one stays. */
    REFUSED
  }

  private static final RowTable<StoredWindow> TABLE = WindowTables.WINDOWS;

  private static final String VALUES = TABLE.each(column -> "?::" + column.type());

  private static final String UPSERT =
      "INSERT INTO slowhour.windows AS stored ("
          + TABLE.columnNames()
          + ", state, run_id, judged_at) VALUES ("
          + VALUES
          + ", ?, ?, now()) "
          + WindowUpsert.onConflict(WindowUpsert.Guard.RANK_AND_NOT_FINAL);

  private static final String IS_KEY =
      "(tenant_id, endpoint_id, window_start) = (?, ?, ?::timestamptz)";

  private static final String DIFFERS =
      "SELECT state = 'final' AND ROW("
          + TABLE.columnNames()
          + ") IS DISTINCT FROM ROW("
          + VALUES
          + ") FROM slowhour.windows WHERE "
          + IS_KEY;

  private static final String POOL_MINUTES =
      "INSERT INTO slowhour.pool_minutes AS stored (accel_pool, minute, kv_cache_util,"
          + " queued_requests, revision, state, run_id) SELECT accel_pool, minute, kv_cache_util,"
          + " queued_requests, ?, ?, ? FROM slowhour.minutes WHERE "
          + IS_KEY
          + " ORDER BY minute "
          + PoolMinuteUpsert.onConflict(WindowUpsert.Guard.RANK_AND_NOT_FINAL);

  private final StoreSession session;
  private final long runId;
  private final ReportZone zone;
  private final Set<String> syntheticPools;
  private long refused;

  private WindowStore(
      StoreSession session, long runId, ReportZone zone, Set<String> syntheticPools) {
    this.session = session;
    this.runId = runId;
    this.zone = zone;
    this.syntheticPools = Set.copyOf(syntheticPools);
  }

  /**
   * Begins a streaming run, whose writers are then opened with its number.
   *
   * @param inputsJson what is read, a JSON array
   * @throws StoreException when the store cannot be reached, is of another version or not writable
   */
  public static long beginRun(
      StoreAddress address, String version, JudgeSettings settings, String inputsJson)
      throws StoreException {
    try (StoreSession session = StoreSession.open(address)) {
      Schema.check(address, session);
      return session.inTransaction(
          connection ->
              RunRows.insert(connection, "streaming", version, settings, false, inputsJson));
    }
  }

  /**
   * A writer.
   *
   * @param zone on whose clock sentences tell the time
   * @param syntheticPools pools whose logs and metrics are made up
   * @throws StoreException when the store cannot be reached
   */
  public static WindowStore open(
      StoreAddress address, long runId, ReportZone zone, Set<String> syntheticPools)
      throws StoreException {
    return new WindowStore(StoreSession.open(address), runId, zone, syntheticPools);
  }

  /**
   * Stores a window, or leaves the one that is stored. When the connection is lost this is done
   * again, for half a minute; storing twice comes out the same.
   *
   * @param minutes how many of its minutes have passed, from the first, 0 to 60
   * @throws StoreException when that cannot be done
   */
  public Outcome put(JudgedWindow judged, WindowState state, int minutes) throws StoreException {
    StoredWindow window = new StoredWindow(judged, zone, syntheticPools);
    Outcome outcome = session.inTransaction(connection -> put(connection, window, state, minutes));
    if (outcome == Outcome.REFUSED) {
      refused++;
    }
    return outcome;
  }

  /** How many final windows were refused because the stored one, final too, differs. */
  public long refused() {
    return refused;
  }

  private Outcome put(Connection connection, StoredWindow window, WindowState state, int minutes)
      throws SQLException {
    if (!upsert(connection, window, state)) {
      return state == WindowState.FINAL && differs(connection, window)
          ? Outcome.REFUSED
          : Outcome.LEFT_ALONE;
    }
    for (RowTable<?> part : WindowTables.PARTS) {
      try (PreparedStatement statement =
          connection.prepareStatement("DELETE FROM slowhour." + part.name() + " WHERE " + IS_KEY)) {
        setKey(statement, 1, window);
        statement.executeUpdate();
      }
    }
    WindowCopy copy = new WindowCopy();
    copy.add(window, minutes);
    copy.copyParts(connection, table -> Schema.NAME + "." + table);
    try (PreparedStatement statement = connection.prepareStatement(POOL_MINUTES)) {
      statement.setLong(1, window.judged().revision());
      statement.setString(2, state.text());
      statement.setLong(3, runId);
      setKey(statement, 4, window);
      statement.executeUpdate();
    }
    return Outcome.STORED;
  }

  private boolean upsert(Connection connection, StoredWindow window, WindowState state)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(UPSERT)) {
      int next = setValues(statement, window);
      statement.setString(next, state.text());
      statement.setLong(next + 1, runId);
      return statement.executeUpdate() == 1;
    }
  }

  private static boolean differs(Connection connection, StoredWindow window) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(DIFFERS)) {
      setKey(statement, setValues(statement, window), window);
      try (ResultSet row = statement.executeQuery()) {
        return row.next() && row.getBoolean(1);
      }
    }
  }

  private static int setValues(PreparedStatement statement, StoredWindow window)
      throws SQLException {
    int next = 1;
    for (Column<StoredWindow> column : TABLE.columns()) {
      statement.setString(next++, column.text().apply(window));
    }
    return next;
  }

  private static void setKey(PreparedStatement statement, int first, StoredWindow window)
      throws SQLException {
    statement.setString(first, window.window().endpoint().tenantId());
    statement.setString(first + 1, window.window().endpoint().endpointId());
    statement.setString(first + 2, window.window().windowStart().toString());
  }

  @Override
  public void close() {
    session.close();
  }
}
