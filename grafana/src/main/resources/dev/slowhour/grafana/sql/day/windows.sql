WITH picked AS (
  SELECT tenant_id, endpoint_id, window_start, accel_pool, slowhour.verdict_code(verdict) AS code,
    slowhour.verdict_code(verdict_at_slo) AS code_at_slo, state, slo_miss_count, request_count,
    slo_miss_pct, peak_concurrency, max_concurrency, worst_minute, worst_minute_misses
  FROM slowhour.windows
  WHERE window_start >= $__timeFrom() AND window_start < $__timeTo()
    AND accel_pool IN (${pool:sqlstring}) AND tenant_id IN (${tenant:sqlstring})
  ORDER BY slowhour.verdict_code(verdict) DESC, slo_miss_pct DESC, window_start, tenant_id, endpoint_id
  LIMIT 2000)
SELECT w.window_start AS hour, n.tenant_name::text AS tenant_name, w.endpoint_id::text AS endpoint_id,
  w.accel_pool::text AS pool, w.code::float8 AS verdict,
  CASE WHEN w.code <> w.code_at_slo THEN w.code_at_slo::float8 END AS second_reading,
  w.state::text AS state, w.slo_miss_count::float8 AS misses, w.request_count::float8 AS requests,
  w.slo_miss_pct::float8 AS miss_pct, w.peak_concurrency::float8 AS peak,
  w.max_concurrency::float8 AS contract, w.worst_minute AS worst_minute,
  w.worst_minute_misses::float8 AS worst_misses, w.tenant_id::text AS tenant_id,
  (extract(epoch FROM w.window_start) * 1000)::bigint::text AS window_ms,
  (extract(epoch FROM w.window_start - interval '1 hour') * 1000)::bigint::text AS from_ms,
  (extract(epoch FROM w.window_start + interval '1 hour') * 1000)::bigint::text AS to_ms
FROM picked w
LEFT JOIN slowhour.named_endpoints n ON n.tenant_id = w.tenant_id AND n.endpoint_id = w.endpoint_id
ORDER BY w.code DESC, w.slo_miss_pct DESC, w.window_start, w.tenant_id, w.endpoint_id
