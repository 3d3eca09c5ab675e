WITH w AS (
  SELECT accel_pool, window_start, state FROM slowhour.windows
  WHERE tenant_id = ${tenant:sqlstring} AND endpoint_id = ${endpoint:sqlstring}
    AND window_start = to_timestamp(${window:sqlstring}::float8 / 1000)),
measured AS (
  SELECT p.minute FROM slowhour.shown_pool_minutes p
  WHERE p.accel_pool = (SELECT accel_pool FROM w)
    AND p.minute >= to_timestamp(${window:sqlstring}::float8 / 1000)
    AND p.minute < to_timestamp(${window:sqlstring}::float8 / 1000) + interval '1 hour'
    AND p.kv_cache_util IS NOT NULL AND p.queued_requests IS NOT NULL),
judged AS (
  SELECT s.minute FROM slowhour.shown_minutes s
  WHERE s.tenant_id = ${tenant:sqlstring} AND s.endpoint_id = ${endpoint:sqlstring}
    AND s.window_start = to_timestamp(${window:sqlstring}::float8 / 1000)),
missing AS (
  SELECT m.t FROM w CROSS JOIN LATERAL generate_series(w.window_start,
    w.window_start + interval '59 minutes', interval '1 minute') AS m(t)
  WHERE m.t NOT IN (SELECT minute FROM measured)
    AND (w.state <> 'open' OR m.t IN (SELECT minute FROM judged)))
SELECT CASE WHEN count(*) = 0 THEN '빈 분 없음'
  ELSE count(*) || '분 비어 있음: ' || string_agg(to_char(
    t - (SELECT window_start FROM w), 'MI"분"'), ', ' ORDER BY t) END AS gaps
FROM missing
