package dev.slowhour.job.store;

import dev.slowhour.core.data.FailureHour;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Optional;

/** Requests that were not answered, by endpoint and hour. */
final class FailureTable {

  static final RowTable<FailureHour> TABLE =
      new RowTable<>(
          "failures",
          List.of(
              Column.ofText("tenant_id", FailureHour::tenantId),
              Column.ofText("endpoint_id", FailureHour::endpointId),
              Column.ofTime("window_start", hour -> Optional.of(hour.windowStart())),
              Column.ofCount("refused", FailureHour::refused),
              Column.ofCount("timeout", FailureHour::timeouts),
              Column.ofCount("cancelled", FailureHour::cancelled),
              Column.ofCount("error", FailureHour::errors)));

  private FailureTable() {}

  /**
   * Puts what was set aside in place. A row gives way to one that tells of at least as many
   * requests: a rerun of a part of the log replaces nothing.
   *
   * @param replaces whether it gives way in any case
   */
  static void place(Connection connection, StagingTables staging, boolean replaces)
      throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.executeUpdate(
          "INSERT INTO slowhour.failures AS stored ("
              + TABLE.columnNames()
              + ", run_id) SELECT "
              + TABLE.columnNames()
              + ", "
              + staging.runId()
              + " FROM "
              + staging.of(TABLE.name())
              + " ORDER BY tenant_id, endpoint_id, window_start"
              + " ON CONFLICT (tenant_id, endpoint_id, window_start) DO UPDATE SET refused ="
              + " excluded.refused, timeout = excluded.timeout, cancelled = excluded.cancelled,"
              + " error = excluded.error, run_id = excluded.run_id"
              + (replaces ? "" : " WHERE " + total("stored") + " <= " + total("excluded")));
    }
  }

  private static String total(String row) {
    return "%1$s.refused + %1$s.timeout + %1$s.cancelled + %1$s.error".formatted(row);
  }
}
