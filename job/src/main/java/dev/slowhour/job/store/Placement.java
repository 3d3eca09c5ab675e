package dev.slowhour.job.store;

import dev.slowhour.core.judge.JudgeSettings;
import dev.slowhour.core.time.ReportZone;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.Optional;

/**
 * Puts what a batch run has set aside in place, within the caller's transaction, by the rule of
 * rank: state, then revision; a row gives way only to one of at least the same.
 */
final class Placement {

  private static final String MATCHES_UNIT =
      """
      n.source_table = u.source_table
        AND coalesce(n.tenant_id, '') = u.tenant_id
        AND coalesce(n.endpoint_id, '') = u.endpoint_id
        AND coalesce(n.window_start, '-infinity'::timestamptz) = u.window_start\
      """;

  private final Connection connection;
  private final StagingTables staging;
  private final JudgeSettings settings;
  private final boolean replaces;
  private final RunTotals totals;

  Placement(
      Connection connection,
      StagingTables staging,
      JudgeSettings settings,
      boolean replaces,
      RunTotals totals) {
    this.connection = connection;
    this.staging = staging;
    this.settings = settings;
    this.replaces = replaces;
    this.totals = totals;
  }

  Stored place(String address) throws SQLException, StoreException {
    // One at a time: two runs of the same hours would wait for each other's rows in turn.
    update("SELECT pg_advisory_xact_lock(" + BatchStore.LOCKS + ", 0)");
    staging.analyze(connection);
    requireAll(address);
    long written = placeWindows();
    placeParts();
    placePoolMinutes();
    findHours();
    long removed = replaces ? removeWhatWasNotProduced() : 0;
    placeNotices();
    FailureTable.place(connection, staging, replaces);
    return new Stored(address, staging.runId(), written, totals.windows() - written, removed);
  }

  /** A crash of the server empties unlogged tables. */
  private void requireAll(String address) throws SQLException, StoreException {
    long windows = count("SELECT count(*) FROM " + staging.of("windows"));
    long minutes = count("SELECT count(*) FROM " + staging.of("minutes"));
    long notices = count("SELECT coalesce(sum(line_count), 0) FROM " + staging.of("notices"));
    if (windows != totals.windows()
        || minutes != totals.windows() * ReportZone.HOUR_MINUTES
        || notices != totals.notices()) {
      throw new StoreException(
          "Postgres at "
              + address
              + ": rows set aside there are gone: "
              + windows
              + " windows, "
              + minutes
              + " minutes, "
              + notices
              + " notices (expected: "
              + totals.windows()
              + ", "
              + totals.windows() * ReportZone.HOUR_MINUTES
              + ", "
              + totals.notices()
              + "; nothing was changed, judge again)");
    }
  }

  private long placeWindows() throws SQLException {
    RowTable<StoredWindow> table = WindowTables.WINDOWS;
    return update(
        "INSERT INTO slowhour.windows AS stored ("
            + table.columnNames()
            + ", state, run_id, judged_at) SELECT "
            + table.columnNames()
            + ", "
            + state()
            + ", "
            + staging.runId()
            + ", now() FROM "
            + staging.of(table.name())
            // Always in the same order, so that writers wait for each other and never in a ring.
            + " ORDER BY tenant_id, endpoint_id, window_start "
            + WindowUpsert.onConflict(
                replaces ? WindowUpsert.Guard.NONE : WindowUpsert.Guard.RANK));
  }

  /** Final once nothing of the hour can come any more, or the user says that nothing will. */
  private String state() {
    String end = "window_start + interval '1 hour'";
    return "CASE WHEN "
        + end
        + " + interval '"
        + settings.maxRequestDuration().toMillis()
        + " milliseconds' <= "
        + literal(totals.newestCompletion())
        + " OR "
        + end
        + " <= "
        + literal(settings.to())
        + " THEN 'final' ELSE 'provisional' END";
  }

  private static String literal(Optional<Instant> time) {
    return time.map(instant -> "'" + instant + "'::timestamptz").orElse("NULL::timestamptz");
  }

  /** Windows that were set aside and are now the run's. */
  private String taken() {
    return staging.of("windows")
        + " s JOIN slowhour.windows w USING (tenant_id, endpoint_id, window_start)";
  }

  private String isOurs() {
    return "w.run_id = " + staging.runId();
  }

  /**
   * Replaces what belongs to windows that were taken. Parts that are there already, all the same,
   * are left: a replay writes next to nothing.
   */
  private void placeParts() throws SQLException {
    for (RowTable<?> table : WindowTables.PARTS) {
      String partKey = table.columns().get(WindowTables.KEY.size()).name();
      String isSameKey =
          """
          s.tenant_id = p.tenant_id AND s.endpoint_id = p.endpoint_id
            AND s.window_start = p.window_start AND s.%1$s = p.%1$s\
          """
              .formatted(partKey);
      update(
          """
          DELETE FROM slowhour.%1$s p USING %2$s WHERE %3$s AND p.tenant_id = w.tenant_id
            AND p.endpoint_id = w.endpoint_id AND p.window_start = w.window_start
            AND NOT EXISTS (SELECT FROM %4$s s WHERE %5$s
              AND ROW(%6$s) IS NOT DISTINCT FROM ROW(%7$s))\
          """
              .formatted(
                  table.name(),
                  taken(),
                  isOurs(),
                  staging.of(table.name()),
                  isSameKey,
                  table.each(column -> "s." + column.name()),
                  table.each(column -> "p." + column.name())));
      update(
          """
          INSERT INTO slowhour.%1$s (%2$s) SELECT %3$s FROM %4$s p JOIN slowhour.windows w
            ON w.tenant_id = p.tenant_id AND w.endpoint_id = p.endpoint_id
              AND w.window_start = p.window_start
          WHERE %5$s AND NOT EXISTS (SELECT FROM slowhour.%1$s s WHERE %6$s)\
          """
              .formatted(
                  table.name(),
                  table.columnNames(),
                  table.each(column -> "p." + column.name()),
                  staging.of(table.name()),
                  isOurs(),
                  isSameKey));
    }
  }

  /** All windows of a pool and hour say the same of the pool: one of them is asked. */
  private void placePoolMinutes() throws SQLException {
    update(
        """
        INSERT INTO slowhour.pool_minutes AS stored
          (accel_pool, minute, kv_cache_util, queued_requests, revision, state, run_id)
        SELECT w.accel_pool, m.minute, m.kv_cache_util, m.queued_requests, w.revision, w.state,
          w.run_id
        FROM (SELECT DISTINCT ON (w.accel_pool, w.window_start) w.*
          FROM %s WHERE %s
          ORDER BY w.accel_pool, w.window_start, slowhour.state_rank(w.state) DESC,
            w.revision DESC) w
        JOIN slowhour.minutes m USING (tenant_id, endpoint_id, window_start)
        ORDER BY w.accel_pool, m.minute
        """
                .formatted(taken(), isOurs())
            + PoolMinuteUpsert.onConflict(
                replaces ? WindowUpsert.Guard.NONE : WindowUpsert.Guard.RANK));
  }

  /** The hours that are the run's, when it replaces: judged ones, and all from --from to --to. */
  private void findHours() throws SQLException {
    if (!replaces) {
      return;
    }
    String judged =
        settings.from().map(from -> " AND window_start >= " + literal(settings.from())).orElse("")
            + settings.to().map(to -> " AND window_start < " + literal(settings.to())).orElse("");
    String hours =
        "SELECT window_start FROM "
            + staging.of("windows")
            + " UNION SELECT window_start FROM "
            + staging.of("notices")
            + " WHERE code = 'no_contract'"
            + judged;
    if (settings.from().isPresent() && settings.to().isPresent()) {
      hours +=
          " UNION SELECT window_start FROM slowhour.windows WHERE true"
              + judged
              + " UNION SELECT window_start FROM slowhour.notices WHERE true"
              + judged;
    }
    update("INSERT INTO " + staging.hours() + " " + hours);
  }

  private long removeWhatWasNotProduced() throws SQLException {
    long removed =
        update(
            "DELETE FROM slowhour.windows w USING "
                + staging.hours()
                + " h WHERE w.window_start = h.window_start AND w.run_id <> "
                + staging.runId());
    update(
        "DELETE FROM slowhour.pool_minutes p USING "
            + staging.hours()
            + " h WHERE p.minute >= h.window_start AND p.minute < h.window_start + interval '1"
            + " hour' AND p.run_id <> "
            + staging.runId());
    update(
        "DELETE FROM slowhour.notices n USING "
            + staging.hours()
            + " h WHERE n.window_start = h.window_start");
    return removed;
  }

  /**
   * Notices of an endpoint's hour go with its window. Where the run has none, and for all other
   * tables, those of a table, tenant, endpoint and hour give way to at least as many.
   */
  private void placeNotices() throws SQLException {
    // A streaming job counts what is stored before it adds to it.
    update("SELECT pg_advisory_xact_lock(" + BatchStore.LOCKS + ", " + BatchStore.NOTICES + ")");
    update(
        """
        INSERT INTO %s SELECT u.source_table, u.tenant_id, u.endpoint_id, u.window_start FROM (
          SELECT source_table, coalesce(tenant_id, '') AS tenant_id,
            coalesce(endpoint_id, '') AS endpoint_id,
            coalesce(window_start, '-infinity'::timestamptz) AS window_start,
            sum(line_count) AS lines
          FROM %s GROUP BY 1, 2, 3, 4) u
        LEFT JOIN %s s ON u.source_table = 'request_logs' AND s.tenant_id = u.tenant_id
          AND s.endpoint_id = u.endpoint_id AND s.window_start = u.window_start
        LEFT JOIN slowhour.windows w ON %s AND w.tenant_id = s.tenant_id
          AND w.endpoint_id = s.endpoint_id AND w.window_start = s.window_start
        WHERE CASE WHEN s.tenant_id IS NOT NULL THEN w.tenant_id IS NOT NULL
          ELSE u.lines >= (SELECT coalesce(sum(n.line_count), 0) FROM slowhour.notices n WHERE %s)
          END\
        """
            .formatted(
                staging.units(),
                staging.of("notices"),
                staging.of("windows"),
                isOurs(),
                MATCHES_UNIT));
    update("DELETE FROM slowhour.notices n USING " + staging.units() + " u WHERE " + MATCHES_UNIT);
    update(
        """
        DELETE FROM slowhour.notices n USING %s WHERE %s AND n.source_table = 'request_logs'
          AND coalesce(n.tenant_id, '') = w.tenant_id
          AND coalesce(n.endpoint_id, '') = w.endpoint_id
          AND coalesce(n.window_start, '-infinity'::timestamptz) = w.window_start\
        """
            .formatted(taken(), isOurs()));
    String ranked =
        """
        (SELECT n.*, CASE WHEN n.file IS NULL THEN NULL ELSE row_number() OVER (
            PARTITION BY n.code, n.source_table, n.tenant_id, n.endpoint_id, n.window_start,
              n.file IS NULL
            ORDER BY n.ordinal) END AS nth
          FROM %s n JOIN %s u ON %s) n\
        """
            .formatted(staging.of("notices"), staging.units(), MATCHES_UNIT);
    String into =
        """
        INSERT INTO slowhour.notices (source_table, file, line, code, fields, tenant_id,
          endpoint_id, window_start, message, raw_line, line_count, run_id, noticed_at)
        """;
    update(
        into
            + """
            SELECT source_table, file, line, code, fields, tenant_id, endpoint_id, window_start,
              message, raw_line, 1, %d, now()
            FROM %s WHERE nth <= %d ORDER BY ordinal\
            """
                .formatted(staging.runId(), ranked, StagedNotices.KEPT_OF_GROUP));
    update(
        into
            + """
            SELECT source_table, NULL, NULL, code, '{}', tenant_id, endpoint_id, window_start,
              NULL, NULL, sum(line_count), %d, now()
            FROM %s WHERE nth IS NULL OR nth > %d
            GROUP BY source_table, code, tenant_id, endpoint_id, window_start\
            """
                .formatted(staging.runId(), ranked, StagedNotices.KEPT_OF_GROUP));
  }

  private long update(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      return statement.execute(sql) ? 0 : statement.getLargeUpdateCount();
    }
  }

  private long count(String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(sql)) {
      result.next();
      return result.getLong(1);
    }
  }
}
