package dev.slowhour.job.store;

import dev.slowhour.core.data.Notice;
import java.io.Closeable;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Stores notices while they come, each once however often it comes: one is known by its table,
 * file, line and code. Of a unit the first thousand are stored, and one row says how many more
 * there were. For one thread.
 */
public final class NoticeStore implements Closeable {

  private static final RowTable<NoticeRow> TABLE = NoticeRow.TABLE;

  private static final String LOCK =
      "SELECT pg_advisory_xact_lock(" + BatchStore.LOCKS + ", " + BatchStore.NOTICES + ")";

  /** Whether a stored row {@code n} is of the unit and code of a row {@code u}. */
  private static final String IS_OF_UNIT =
      """
      n.source_table = u.source_table AND n.code = u.code
        AND coalesce(n.tenant_id, '') = coalesce(u.tenant_id, '')
        AND coalesce(n.endpoint_id, '') = coalesce(u.endpoint_id, '')
        AND coalesce(n.window_start, '-infinity'::timestamptz)
          = coalesce(u.window_start, '-infinity'::timestamptz)\
      """;

  private static final String STORED_OF_UNIT =
      "(SELECT count(*) FROM slowhour.notices n WHERE n.file IS NOT NULL AND " + IS_OF_UNIT + ")";

  private static final String UNIT = "source_table, code, tenant_id, endpoint_id, window_start";

  private static final String INSERT =
      """
      WITH added AS MATERIALIZED (SELECT * FROM %2$s WHERE NOT EXISTS (
          SELECT FROM slowhour.notices n WHERE n.file = sent.file AND n.line = sent.line
            AND n.source_table = sent.source_table AND n.code = sent.code)),
        units AS MATERIALIZED (SELECT %3$s, %4$s AS stored
          FROM (SELECT DISTINCT %3$s FROM added) u),
        ranked AS (SELECT u.*, row_number() OVER (PARTITION BY %3$s ORDER BY ordinal) AS nth
          FROM added u)
      INSERT INTO slowhour.notices (source_table, file, line, code, fields, tenant_id, endpoint_id,
        window_start, message, raw_line, line_count, run_id, noticed_at)
      SELECT u.source_table, u.file, u.line, u.code, u.fields, u.tenant_id, u.endpoint_id,
        u.window_start, u.message, u.raw_line, 1, ?, now()
      FROM ranked u JOIN units n ON %5$s
      WHERE n.stored + u.nth <= %1$d ORDER BY u.ordinal\
      """
          .formatted(
              StagedNotices.KEPT_OF_GROUP, TABLE.sentAs("sent"), UNIT, STORED_OF_UNIT, IS_OF_UNIT);

  /** The rest never grows less: a replay counts up to where it was once more. */
  private static final String PUT_REST =
      """
      WITH rests AS MATERIALIZED (
          SELECT %2$s, line_count - %3$s AS line_count FROM %1$s),
        grown AS (UPDATE slowhour.notices n SET line_count = u.line_count, run_id = ?,
            noticed_at = now()
          FROM rests u WHERE n.file IS NULL AND %4$s AND n.line_count < u.line_count)
      INSERT INTO slowhour.notices (source_table, code, fields, tenant_id, endpoint_id,
        window_start, line_count, run_id, noticed_at)
      SELECT source_table, code, '{}', tenant_id, endpoint_id, window_start, line_count, ?, now()
      FROM rests u WHERE line_count > 0
        AND NOT EXISTS (SELECT FROM slowhour.notices n WHERE n.file IS NULL AND %4$s)\
      """
          .formatted(TABLE.sentAs("u"), UNIT, STORED_OF_UNIT, IS_OF_UNIT);

  private record Place(String table, String file, long line, String code) {}

  private final StoreSession session;
  private final long runId;
  private final TopicNames topics;

  NoticeStore(StoreSession session, long runId, TopicNames topics) {
    this.session = session;
    this.runId = runId;
    this.topics = topics;
  }

  /**
   * A writer.
   *
   * @param runId of a streaming run
   * @param patience for how long it tries again when the store is gone
   * @throws StoreException when the store cannot be reached
   */
  public static NoticeStore open(
      StoreAddress address, long runId, TopicNames topics, Patience patience)
      throws StoreException {
    return new NoticeStore(StreamRun.session(address, runId, patience), runId, topics);
  }

  /**
   * Stores notices, all in one transaction.
   *
   * @throws StoreException when that cannot be done; then none is stored
   */
  public void put(Collection<CountedNotice> notices) throws StoreException {
    Map<Place, NoticeRow> first = new LinkedHashMap<>();
    Map<NoticeUnit, CountedNotice> last = new LinkedHashMap<>();
    for (CountedNotice counted : notices) {
      if (counted.isAmongFirst()) {
        NoticeRow row = row(counted);
        first.putIfAbsent(place(row), row);
      } else {
        last.merge(
            NoticeUnit.of(counted.notice()),
            counted,
            (one, other) -> one.number() < other.number() ? other : one);
      }
    }
    // A rest of a unit holds all of the unit until what is stored is taken from it.
    List<NoticeRow> rests = new ArrayList<>();
    last.values()
        .forEach(counted -> rests.add(NoticeRow.rest(0, counted.notice(), counted.number())));
    if (!first.isEmpty() || !rests.isEmpty()) {
      session.inTransaction(
          connection -> {
            put(connection, first.values(), rests);
            return null;
          });
    }
  }

  private NoticeRow row(CountedNotice counted) {
    Notice notice = counted.notice();
    return NoticeRow.of(counted.number(), notice, topics.fileOf(notice), notice.rawLineOrNull());
  }

  private static Place place(NoticeRow row) {
    Notice notice = row.notice();
    return new Place(
        notice.table().tableName(), row.fileOrNull(), notice.place().line(), notice.code().code());
  }

  private void put(Connection connection, Collection<NoticeRow> first, List<NoticeRow> rests)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(LOCK)) {
      statement.execute();
    }
    if (!first.isEmpty()) {
      try (PreparedStatement statement = connection.prepareStatement(INSERT)) {
        statement.setLong(SqlArrays.setRows(statement, 1, TABLE, first), runId);
        statement.executeUpdate();
      }
    }
    if (!rests.isEmpty()) {
      try (PreparedStatement statement = connection.prepareStatement(PUT_REST)) {
        int next = SqlArrays.setRows(statement, 1, TABLE, rests);
        statement.setLong(next, runId);
        statement.setLong(next + 1, runId);
        statement.executeUpdate();
      }
    }
  }

  /** How often a transaction was tried again. May be asked by any thread. */
  long retries() {
    return session.retries();
  }

  @Override
  public void close() {
    session.close();
  }
}
