package dev.slowhour.core.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class TableTest {

  @Test
  void aTableNamesItsColumnsInSchemaOrder() {
    assertThat(Table.REQUEST_LOGS.columns())
        .containsExactly(
            "request_id",
            "tenant_id",
            "endpoint_id",
            "accel_pool",
            "arrived_at",
            "input_tokens",
            "output_tokens",
            "ttft_ms",
            "tpot_ms");
    assertThat(Table.TENANT_CONTRACTS.columns())
        .containsExactly(
            "tenant_id",
            "tenant_name",
            "endpoint_id",
            "model",
            "ttft_slo_ms",
            "tpot_slo_ms",
            "max_concurrency",
            "max_input_tokens",
            "valid_from");
    assertThat(Table.POOL_METRICS.columns())
        .containsExactly("accel_pool", "minute", "kv_cache_util", "queued_requests");
    assertThat(Table.REQUEST_FAILURES.columns())
        .containsExactly(
            "request_id", "tenant_id", "endpoint_id", "accel_pool", "arrived_at", "kind", "status");
    assertThat(Table.PLATFORM_EVENTS.columns()).containsExactly("at", "accel_pool", "kind", "text");
  }

  @Test
  void aTableIsNamedAsItsFilesAre() {
    assertThat(Stream.of(Table.values()).map(Table::tableName))
        .containsExactly(
            "request_logs",
            "tenant_contracts",
            "pool_metrics",
            "pools",
            "request_failures",
            "platform_events");
  }

  @Test
  void aCodeIsWrittenInSmallLetters() {
    assertThat(Stream.of(NoticeCode.values()).map(NoticeCode::code))
        .containsExactly(
            "malformed_json",
            "malformed_csv",
            "invalid_field",
            "implausible_duration",
            "late",
            "duplicate_request_id",
            "stray_pool",
            "no_contract",
            "duplicate_contract",
            "truncated_input");
  }
}
