package dev.slowhour.core.data;

import java.util.List;

/** An input table, with its columns in schema order. */
public enum Table {
  REQUEST_LOGS(
      "request_logs",
      "request_id",
      "tenant_id",
      "endpoint_id",
      "accel_pool",
      "arrived_at",
      "input_tokens",
      "output_tokens",
      "ttft_ms",
      "tpot_ms"),
  TENANT_CONTRACTS(
      "tenant_contracts",
      "tenant_id",
      "tenant_name",
      "endpoint_id",
      "model",
      "ttft_slo_ms",
      "tpot_slo_ms",
      "max_concurrency",
      "max_input_tokens",
      "valid_from"),
  POOL_METRICS("pool_metrics", "accel_pool", "minute", "kv_cache_util", "queued_requests"),
  POOLS("pools", "accel_pool", "title", "synthetic"),
  REQUEST_FAILURES(
      "request_failures",
      "request_id",
      "tenant_id",
      "endpoint_id",
      "accel_pool",
      "arrived_at",
      "kind",
      "status"),
  PLATFORM_EVENTS("platform_events", "at", "accel_pool", "kind", "text");

  private final String tableName;

  @SuppressWarnings("ImmutableEnumChecker") // List.of, which has no mutators
  private final List<String> columns;

  Table(String tableName, String... columns) {
    this.tableName = tableName;
    this.columns = List.of(columns);
  }

  /** The table's name as files and topics are named after it, for example {@code request_logs}. */
  public String tableName() {
    return tableName;
  }

  /** The columns that are read, in schema order. Further columns of an input are ignored. */
  public List<String> columns() {
    return columns;
  }
}
