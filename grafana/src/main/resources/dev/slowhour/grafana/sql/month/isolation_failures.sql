SELECT window_start AS hour, endpoint_id::text AS endpoint_id,
  CASE WHEN slowhour.verdict_code(verdict) = 4 THEN '규칙' ELSE '두 번째 읽기만' END AS reading,
  state::text AS state, slo_miss_count::float8 AS misses, request_count::float8 AS requests,
  slo_miss_pct::float8 AS miss_pct, worst_minute AS worst_minute,
  worst_minute_misses::float8 AS worst_misses, kv_cache_util_at_worst::float8 AS kv_at_worst,
  kv_cache_util_prev_hour_avg::float8 AS kv_before, queued_at_worst::float8 AS queued_at_worst,
  queued_prev_hour_avg::float8 AS queued_before,
  other_tenant_requests_at_worst::float8 AS others_at_worst,
  other_tenant_requests_prev_hour_avg::float8 AS others_before,
  other_tenant_requests_ratio::float8 AS others_ratio,
  tenant_id::text AS tenant_id,
  (extract(epoch FROM window_start) * 1000)::bigint::text AS window_ms,
  (extract(epoch FROM window_start - interval '1 hour') * 1000)::bigint::text AS from_ms,
  (extract(epoch FROM window_start + interval '1 hour') * 1000)::bigint::text AS to_ms
FROM slowhour.windows
WHERE window_start >= $__timeFrom() AND window_start < $__timeTo()
  AND tenant_id = ${tenant:sqlstring}
  AND (slowhour.verdict_code(verdict) = 4 OR slowhour.verdict_code(verdict_at_slo) = 4)
ORDER BY window_start, endpoint_id
