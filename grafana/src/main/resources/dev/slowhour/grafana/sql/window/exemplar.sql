WITH items AS (
  SELECT source_table, source_row, field, value, value_number, agg FROM slowhour.evidence
  WHERE tenant_id = ${tenant:sqlstring} AND endpoint_id = ${endpoint:sqlstring}
    AND window_start = to_timestamp(${window:sqlstring}::float8 / 1000)),
contract AS (
  SELECT max(value_number) FILTER (WHERE field = 'ttft_slo_ms') AS ttft_slo_ms,
    max(value_number) FILTER (WHERE field = 'tpot_slo_ms') AS tpot_slo_ms,
    max(value_number) FILTER (WHERE field = 'max_input_tokens') AS max_input_tokens
  FROM items WHERE source_table = 'tenant_contracts')
SELECT i.source_row::text AS request_id,
  max(i.value) FILTER (WHERE field = 'arrived_at') AS arrived_at,
  max(i.value_number) FILTER (WHERE field = 'ttft_ms')::float8 AS ttft_ms,
  max(c.ttft_slo_ms)::float8 AS ttft_slo_ms,
  max(i.value_number) FILTER (WHERE field = 'tpot_ms')::float8 AS tpot_ms,
  max(c.tpot_slo_ms)::float8 AS tpot_slo_ms,
  max(i.value_number) FILTER (WHERE field = 'input_tokens')::float8 AS input_tokens,
  max(c.max_input_tokens)::float8 AS max_input_tokens
FROM items i CROSS JOIN contract c
WHERE i.source_table = 'request_logs' AND i.agg IS NULL
GROUP BY i.source_row
