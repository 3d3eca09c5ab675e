package dev.slowhour.job.store;

import dev.slowhour.core.time.ReportZone;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Reads back what a run has written. */
public final class RunWindows {

  private static final Set<String> TIMES = Set.of("window_start", "worst_minute");

  private RunWindows() {}

  /**
   * The first windows of the run, as {@code verdicts.json} has them: by tenant, endpoint and hour,
   * each the text of its fields by name, without those that are null.
   *
   * @param limit how many at most
   * @throws StoreException when the store cannot be read
   */
  public static List<Map<String, String>> first(
      StoreAddress address, long runId, int limit, ReportZone zone) throws StoreException {
    try (StoreSession session = StoreSession.open(address)) {
      return session.inTransaction(connection -> first(connection, runId, limit, zone));
    }
  }

  private static List<Map<String, String>> first(
      Connection connection, long runId, int limit, ReportZone zone) throws SQLException {
    List<Map<String, String>> windows = new ArrayList<>();
    try (PreparedStatement statement =
        connection.prepareStatement(
            "SELECT "
                + WindowTables.WINDOWS.columnNames()
                + " FROM slowhour.windows WHERE run_id = ? ORDER BY tenant_id, endpoint_id,"
                + " window_start LIMIT ?")) {
      statement.setLong(1, runId);
      statement.setInt(2, limit);
      try (ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          windows.add(window(rows, zone));
        }
      }
    }
    return windows;
  }

  private static Map<String, String> window(ResultSet row, ReportZone zone) throws SQLException {
    Map<String, String> fields = new HashMap<>();
    ResultSetMetaData columns = row.getMetaData();
    for (int column = 1; column <= columns.getColumnCount(); column++) {
      String name = columns.getColumnName(column);
      if (row.getObject(column) == null) {
        continue;
      }
      fields.put(
          name,
          TIMES.contains(name)
              ? zone.minuteText(row.getObject(column, OffsetDateTime.class).toInstant())
              : row.getString(column));
    }
    return fields;
  }
}
