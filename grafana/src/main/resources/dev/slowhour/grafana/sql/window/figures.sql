SELECT slowhour.verdict_code(verdict)::float8 AS verdict,
  slowhour.verdict_code(verdict_at_slo)::float8 AS second_reading, state::text AS state,
  request_count::float8 AS requests, slo_miss_count::float8 AS misses,
  slo_miss_pct::float8 AS miss_pct, peak_concurrency::float8 AS peak,
  peak_concurrency_at_slo::float8 AS peak_at_slo, max_concurrency::float8 AS contract,
  over_concurrency_minutes::float8 AS over_minutes,
  misses_in_over_concurrency::float8 AS misses_in_over,
  misses_in_over_concurrency_at_slo::float8 AS misses_in_over_at_slo,
  misses_with_long_input::float8 AS misses_long, worst_minute AS worst_minute,
  worst_minute_misses::float8 AS worst_misses, nullif(array_to_string(also_found, ', '), '') AS also_found,
  accel_pool::text AS pool
FROM slowhour.windows
WHERE tenant_id = ${tenant:sqlstring} AND endpoint_id = ${endpoint:sqlstring}
  AND window_start = to_timestamp(${window:sqlstring}::float8 / 1000)
