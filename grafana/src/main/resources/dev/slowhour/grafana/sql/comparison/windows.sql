SELECT w.window_start AS hour, w.endpoint_id::text AS endpoint_id,
  slowhour.verdict_code(w.verdict_before)::float8 AS before,
  slowhour.verdict_code(w.verdict_after)::float8 AS after,
  CASE WHEN w.is_changed AND w.is_marginal THEN '바뀜 · 오차 안' WHEN w.is_changed THEN '바뀜'
    WHEN w.verdict_before IS NULL OR w.verdict_after IS NULL THEN '한쪽만 있음' ELSE '같음' END AS change,
  w.slo_miss_count_before::float8 AS misses_before, w.request_count_before::float8 AS requests_before,
  w.slo_miss_count_after::float8 AS misses_after, w.request_count_after::float8 AS requests_after,
  (w.slo_miss_count_before * 100.0 / nullif(w.request_count_before, 0))::float8 AS pct_before,
  (w.slo_miss_count_after * 100.0 / nullif(w.request_count_after, 0))::float8 AS pct_after,
  w.tenant_id::text AS tenant_id,
  (extract(epoch FROM w.window_start) * 1000)::bigint::text AS window_ms,
  (extract(epoch FROM w.window_start - interval '1 hour') * 1000)::bigint::text AS from_ms,
  (extract(epoch FROM w.window_start + interval '1 hour') * 1000)::bigint::text AS to_ms
FROM slowhour.comparison_windows w
WHERE w.comparison_id = ${comparison:sqlstring}::bigint
ORDER BY w.is_changed DESC, w.window_start, w.tenant_id, w.endpoint_id
LIMIT 5000
