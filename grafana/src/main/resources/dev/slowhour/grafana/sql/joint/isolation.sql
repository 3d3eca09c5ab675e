WITH hours AS (
  SELECT generate_series(date_trunc('hour', $__timeFrom()::timestamptz),
    $__timeTo()::timestamptz, interval '1 hour') AS hour),
counted AS (
  SELECT accel_pool, window_start,
    sum(windows) FILTER (WHERE slowhour.verdict_code(verdict) = 4
      OR slowhour.verdict_code(verdict_at_slo) = 4) AS failures, sum(windows) AS windows
  FROM slowhour.pool_hours
  WHERE window_start >= $__timeFrom() AND window_start < $__timeTo()
  GROUP BY accel_pool, window_start),
pools AS (SELECT DISTINCT accel_pool FROM counted)
SELECT h.hour AS "time", p.accel_pool::text AS pool,
  CASE WHEN c.windows IS NOT NULL THEN coalesce(c.failures, 0) END::float8 AS failures
FROM hours h CROSS JOIN pools p
LEFT JOIN counted c ON c.accel_pool = p.accel_pool AND c.window_start = h.hour
ORDER BY 1, 2
