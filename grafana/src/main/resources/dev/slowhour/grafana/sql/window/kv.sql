WITH w AS (
  SELECT accel_pool, coalesce(worst_minute, window_start) AS until,
    kv_cache_util_prev_hour_avg AS stored
  FROM slowhour.windows
  WHERE tenant_id = ${tenant:sqlstring} AND endpoint_id = ${endpoint:sqlstring}
    AND window_start = to_timestamp(${window:sqlstring}::float8 / 1000)),
before AS (
  SELECT coalesce((SELECT stored FROM w), avg(p.kv_cache_util))::float8 AS mean
  FROM slowhour.shown_pool_minutes p
  WHERE p.accel_pool = (SELECT accel_pool FROM w)
    AND p.minute >= to_timestamp(${window:sqlstring}::float8 / 1000) - interval '1 hour'
    AND p.minute < to_timestamp(${window:sqlstring}::float8 / 1000) + interval '1 hour'
    AND p.minute >= (SELECT until FROM w) - interval '1 hour' AND p.minute < (SELECT until FROM w)),
measured AS (
  SELECT p.minute, p.kv_cache_util FROM slowhour.shown_pool_minutes p
  WHERE p.accel_pool = (SELECT accel_pool FROM w)
    AND p.minute >= date_trunc('minute', $__timeFrom()::timestamptz)
    AND p.minute < $__timeTo()::timestamptz)
SELECT m.t AS "time", p.kv_cache_util::float8 AS "KV 캐시 사용률", b.mean AS "앞 60분 평균"
FROM generate_series(date_trunc('minute', $__timeFrom()::timestamptz),
  $__timeTo()::timestamptz - interval '1 minute', interval '1 minute') AS m(t)
CROSS JOIN before b
LEFT JOIN measured p ON p.minute = m.t
ORDER BY 1
