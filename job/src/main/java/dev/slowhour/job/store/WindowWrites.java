package dev.slowhour.job.store;

import dev.slowhour.core.data.EndpointId;
import dev.slowhour.core.judge.WindowState;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The statements with which many windows are written at once. Each statement takes its rows in the
 * order of their keys, and tables come in one order: two writers wait for each other and never in a
 * ring.
 */
final class WindowWrites {

  private static final RowTable<StoredWindow> TABLE = WindowTables.WINDOWS;

  private static final RowTable<StoredWindow> WITH_STATE =
      TABLE.with(Column.ofText("state", row -> row.judged().progress().state().text()));

  private static final String KEY = String.join(", ", WindowTables.KEY);

  private static final String IN_ORDER =
      " ORDER BY tenant_id COLLATE \"C\", endpoint_id COLLATE \"C\", window_start";

  private static final String INSERT =
      "INSERT INTO slowhour.windows AS stored ("
          + WITH_STATE.columnNames()
          + ", run_id, judged_at) SELECT "
          + WITH_STATE.columnNames()
          + ", ?, now() FROM "
          + WITH_STATE.sentAs("sent")
          + IN_ORDER
          + " ";

  private static final String DIFFERING =
      "SELECT "
          + KEY
          + " FROM "
          + TABLE.sentAs("sent")
          + " JOIN slowhour.windows stored USING ("
          + KEY
          + ") WHERE stored.state = 'final' AND ROW("
          + TABLE.each(column -> "stored." + column.name())
          + ") IS DISTINCT FROM ROW("
          + TABLE.each(column -> "sent." + column.name())
          + ")";

  private static final String KEYS =
      "unnest(?::text[], ?::text[], ?::timestamptz[]) AS k (tenant_id, endpoint_id, window_start)";

  private static final String WITHDRAW =
      "DELETE FROM slowhour.windows w USING (SELECT p.tenant_id, p.endpoint_id, p.window_start FROM"
          + " slowhour.windows p JOIN "
          + KEYS
          + " ON "
          + isKey("p")
          + " WHERE p.state <> 'final' ORDER BY p.tenant_id, p.endpoint_id, p.window_start FOR"
          + " UPDATE OF p) k WHERE "
          + isKey("w")
          // Once more, for it may have become final while it was waited for.
          + " AND w.state <> 'final'";

  private static final String POOL_MINUTES =
      "INSERT INTO slowhour.pool_minutes AS stored (accel_pool, minute, kv_cache_util,"
          + " queued_requests, revision, state, run_id) SELECT m.accel_pool, m.minute,"
          + " m.kv_cache_util, m.queued_requests, k.revision, k.state, ? FROM unnest(?::text[],"
          + " ?::text[], ?::timestamptz[], ?::bigint[], ?::text[]) AS k (tenant_id, endpoint_id,"
          + " window_start, revision, state) JOIN slowhour.minutes m ON "
          + isKey("m")
          + " ORDER BY m.accel_pool, m.minute "
          + PoolMinuteUpsert.onConflict(WindowUpsert.Guard.RANK_AND_NOT_FINAL)
          + " AND ROW(stored.kv_cache_util, stored.queued_requests, stored.revision, stored.state)"
          + " IS DISTINCT FROM ROW(excluded.kv_cache_util, excluded.queued_requests,"
          + " excluded.revision, excluded.state)";

  private WindowWrites() {}

  /** Whether a row of that name has the key {@code k}. */
  static String isKey(String row) {
    return WindowTables.KEY.stream()
        .map(column -> row + "." + column + " = k." + column)
        .collect(Collectors.joining(" AND "));
  }

  /**
   * What is stored of a window.
   *
   * @param writing which writing of the row it was
   * @param rows how many rows were written
   */
  record Written(long writing, int rows) {}

  /**
   * What was written of a window, by the same writer.
   *
   * @param writing which writing of the row it was
   * @param fingerprint its rows
   */
  record Before(long writing, RenderedWindow.Fingerprint fingerprint) {}

  /**
   * Stores those of the windows whose rank allows it, each with all that belongs to it. Where what
   * was written before still stands, and will not be the last, only what has changed is.
   *
   * @param before what was written before of windows, as far as it is known
   * @param guard which stored rows give way
   * @return what was written, of those that are stored
   */
  static Map<WindowKey, Written> put(
      Connection connection,
      Collection<RenderedWindow> windows,
      Function<WindowKey, Optional<Before>> before,
      long runId,
      WindowUpsert.Guard guard)
      throws SQLException {
    Map<WindowKey, Long> writings = upsert(connection, windows, runId, guard);
    Map<WindowKey, Written> written = new HashMap<>();
    List<RenderedWindow> taken = new ArrayList<>();
    PartWrites parts = new PartWrites();
    for (RenderedWindow window : windows) {
      Long writing = writings.get(window.key());
      if (writing != null) {
        Optional<Before> standing =
            before
                .apply(window.key())
                .filter(any -> window.state() != WindowState.FINAL)
                .filter(any -> any.writing() + 1 == writing);
        int rows =
            standing
                .map(any -> parts.change(window, any.fingerprint()))
                .orElseGet(() -> parts.replace(window));
        written.put(window.key(), new Written(writing, rows + 1));
        taken.add(window);
      }
    }
    parts.write(connection);
    if (!taken.isEmpty()) {
      putPoolMinutes(connection, taken, runId);
    }
    return written;
  }

  private static Map<WindowKey, Long> upsert(
      Connection connection,
      Collection<RenderedWindow> windows,
      long runId,
      WindowUpsert.Guard guard)
      throws SQLException {
    String upsert = INSERT + WindowUpsert.onConflict(guard) + " RETURNING " + KEY + ", writing";
    Map<WindowKey, Long> writings = new HashMap<>();
    try (PreparedStatement statement = connection.prepareStatement(upsert)) {
      statement.setLong(1, runId);
      SqlArrays.setRows(statement, 2, WITH_STATE, rows(windows));
      try (ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          writings.put(key(rows), rows.getLong(4));
        }
      }
    }
    return writings;
  }

  /** Those of the windows whose stored row is final and not the same. */
  static Set<WindowKey> differing(Connection connection, Collection<RenderedWindow> windows)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(DIFFERING)) {
      SqlArrays.setRows(statement, 1, TABLE, rows(windows));
      Set<WindowKey> keys = new HashSet<>();
      try (ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          keys.add(key(rows));
        }
      }
      return keys;
    }
  }

  /**
   * Deletes those of the windows that are stored and not final.
   *
   * @return how many
   */
  static int withdraw(Connection connection, Collection<WindowKey> keys) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(WITHDRAW)) {
      setKeys(statement, 1, keys);
      return statement.executeUpdate();
    }
  }

  /** All windows of a pool and hour say the same of the pool: that of the highest rank is asked. */
  private static void putPoolMinutes(Connection connection, List<RenderedWindow> taken, long runId)
      throws SQLException {
    Map<List<Object>, RenderedWindow> asked = new HashMap<>();
    for (RenderedWindow window : taken) {
      asked.merge(
          List.of(window.judged().window().accelPool(), window.key().windowStart()),
          window,
          (first, second) ->
              WindowStore.givesWay(first.judged(), second.judged()) ? second : first);
    }
    List<RenderedWindow> windows = new ArrayList<>(asked.values());
    try (PreparedStatement statement = connection.prepareStatement(POOL_MINUTES)) {
      statement.setLong(1, runId);
      setKeys(statement, 2, windows.stream().map(RenderedWindow::key).toList());
      SqlArrays.set(statement, 5, windows, window -> Long.toString(window.judged().revision()));
      SqlArrays.set(statement, 6, windows, window -> window.state().text());
      statement.executeUpdate();
    }
  }

  static void setKeys(PreparedStatement statement, int first, Collection<WindowKey> keys)
      throws SQLException {
    SqlArrays.set(statement, first, keys, key -> key.endpoint().tenantId());
    SqlArrays.set(statement, first + 1, keys, key -> key.endpoint().endpointId());
    SqlArrays.set(statement, first + 2, keys, key -> key.windowStart().toString());
  }

  private static List<StoredWindow> rows(Collection<RenderedWindow> windows) {
    return windows.stream().map(RenderedWindow::row).toList();
  }

  private static WindowKey key(ResultSet row) throws SQLException {
    return new WindowKey(
        new EndpointId(row.getString(1), row.getString(2)),
        row.getObject(3, OffsetDateTime.class).toInstant());
  }
}
