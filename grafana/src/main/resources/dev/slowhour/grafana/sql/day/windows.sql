SELECT w.window_start AS hour, n.tenant_name::text AS tenant_name, w.endpoint_id::text AS endpoint_id,
  w.accel_pool::text AS pool, slowhour.verdict_code(w.verdict)::float8 AS verdict,
  CASE WHEN w.verdict <> w.verdict_at_slo
    THEN slowhour.verdict_code(w.verdict_at_slo)::float8 END AS second_reading,
  w.state::text AS state, w.slo_miss_count::float8 AS misses, w.request_count::float8 AS requests,
  w.slo_miss_pct::float8 AS miss_pct, w.peak_concurrency::float8 AS peak,
  w.max_concurrency::float8 AS contract, w.worst_minute AS worst_minute,
  w.worst_minute_misses::float8 AS worst_misses,
  w.tenant_id::text AS tenant_id,
  (extract(epoch FROM w.window_start) * 1000)::bigint::text AS window_ms,
  (extract(epoch FROM w.window_start - interval '1 hour') * 1000)::bigint::text AS from_ms,
  (extract(epoch FROM w.window_start + interval '1 hour') * 1000)::bigint::text AS to_ms
FROM slowhour.windows w
JOIN slowhour.named_endpoints n ON n.tenant_id = w.tenant_id AND n.endpoint_id = w.endpoint_id
WHERE w.window_start >= $__timeFrom() AND w.window_start < $__timeTo()
  AND w.accel_pool IN (${pool:sqlstring}) AND w.tenant_id IN (${tenant:sqlstring})
ORDER BY slowhour.verdict_code(w.verdict) DESC, w.slo_miss_pct DESC, w.window_start, w.tenant_id,
  w.endpoint_id
LIMIT 20000
