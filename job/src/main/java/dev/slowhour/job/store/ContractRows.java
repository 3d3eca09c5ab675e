package dev.slowhour.job.store;

import dev.slowhour.core.data.Contract;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;

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

  private ContractRows() {}

  static void upsert(Connection connection, List<Contract> contracts, long runId)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(UPSERT)) {
      for (Contract contract : contracts) {
        statement.setString(1, contract.tenantId());
        statement.setString(2, contract.endpointId());
        statement.setString(3, contract.validFrom().map(ContractRows::text).orElse("-infinity"));
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

  /** Postgres would round what is finer than its microseconds. */
  private static String text(Instant time) {
    return time.truncatedTo(ChronoUnit.MICROS).toString();
  }
}
