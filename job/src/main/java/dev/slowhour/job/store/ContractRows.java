package dev.slowhour.job.store;

import dev.slowhour.core.data.Contract;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;

/** Versions of contracts: the latest run that knows one says what it is. */
final class ContractRows {

  private static final String UPSERT =
      """
      INSERT INTO slowhour.contracts (tenant_id, endpoint_id, valid_from, tenant_name, model,
        ttft_slo_ms, tpot_slo_ms, max_concurrency, max_input_tokens, run_id)
      VALUES (?, ?, ?::timestamptz, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (tenant_id, endpoint_id, valid_from) DO UPDATE SET
        tenant_name = excluded.tenant_name, model = excluded.model,
        ttft_slo_ms = excluded.ttft_slo_ms, tpot_slo_ms = excluded.tpot_slo_ms,
        max_concurrency = excluded.max_concurrency,
        max_input_tokens = excluded.max_input_tokens, run_id = excluded.run_id\
      """;

  private static final String FIGURES =
      "%1$s.tenant_name, %1$s.model, %1$s.ttft_slo_ms, %1$s.tpot_slo_ms, %1$s.max_concurrency,"
          + " %1$s.max_input_tokens";

  private static final String IS_CHANGED =
      " WHERE ROW("
          + FIGURES.formatted("contracts")
          + ") IS DISTINCT FROM ROW("
          + FIGURES.formatted("excluded")
          + ")";

  private static final String DELETE =
      "DELETE FROM slowhour.contracts WHERE tenant_id = ? AND endpoint_id = ?"
          + " AND valid_from = ?::timestamptz";

  private ContractRows() {}

  static void upsert(Connection connection, List<Contract> contracts, long runId)
      throws SQLException {
    upsert(connection, contracts, runId, UPSERT);
  }

  /** The same for those that are not stored as they are: reading a topic once more writes none. */
  static void upsertChanged(Connection connection, List<Contract> contracts, long runId)
      throws SQLException {
    upsert(connection, contracts, runId, UPSERT + IS_CHANGED);
  }

  /** Takes versions away. */
  static void delete(Connection connection, List<ContractChange> removed) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(DELETE)) {
      for (ContractChange change : removed) {
        statement.setString(1, change.endpoint().tenantId());
        statement.setString(2, change.endpoint().endpointId());
        statement.setString(3, validFrom(change.validFrom()));
        statement.addBatch();
      }
      statement.executeBatch();
    }
  }

  private static void upsert(
      Connection connection, List<Contract> contracts, long runId, String sql) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      for (Contract contract : contracts) {
        statement.setString(1, contract.tenantId());
        statement.setString(2, contract.endpointId());
        statement.setString(3, validFrom(contract.validFrom()));
        statement.setString(4, contract.tenantName());
        statement.setString(5, contract.model());
        statement.setLong(6, contract.ttftSloMs());
        statement.setLong(7, contract.tpotSloMs());
        statement.setLong(8, contract.maxConcurrency());
        statement.setLong(9, contract.maxInputTokens());
        statement.setLong(10, runId);
        statement.addBatch();
      }
      statement.executeBatch();
    }
  }

  /** As it is stored: Postgres would round what is finer than its microseconds. */
  static String validFrom(Optional<Instant> time) {
    return time.map(from -> from.truncatedTo(ChronoUnit.MICROS).toString()).orElse("-infinity");
  }
}
