WITH tenants AS MATERIALIZED (SELECT DISTINCT tenant_id FROM slowhour.named_endpoints),
days AS (
  SELECT day, day AT TIME ZONE '@zone' AS start, (day + interval '1 day') AT TIME ZONE '@zone' AS stop
  FROM generate_series(
    date_trunc('day', $__timeTo()::timestamptz AT TIME ZONE '@zone') - interval '61 days',
    date_trunc('day', $__timeTo()::timestamptz AT TIME ZONE '@zone'), interval '1 day') AS d(day)),
failures AS (
  SELECT date_trunc('day', window_start AT TIME ZONE '@zone') AS day,
    count(*) FILTER (WHERE slowhour.verdict_code(verdict) = 4) AS by_rule,
    count(*) FILTER (WHERE slowhour.verdict_code(verdict) <> 4) AS second_reading_only
  FROM slowhour.windows
  WHERE window_start >= $__timeTo()::timestamptz - interval '63 days'
    AND window_start < $__timeTo()::timestamptz + interval '1 day'
    AND (slowhour.verdict_code(verdict) = 4 OR slowhour.verdict_code(verdict_at_slo) = 4)
  GROUP BY 1)
SELECT to_char(d.day, 'YYYY-MM-DD') AS day,
  coalesce(f.by_rule, 0)::float8 AS isolation_failures,
  coalesce(f.second_reading_only, 0)::float8 AS second_reading_only,
  (extract(epoch FROM d.start) * 1000)::bigint::text AS from_ms,
  (extract(epoch FROM d.stop) * 1000 - 1)::bigint::text AS to_ms
FROM days d LEFT JOIN failures f USING (day)
WHERE EXISTS (SELECT FROM tenants t CROSS JOIN LATERAL (
  SELECT FROM slowhour.windows w
  WHERE w.tenant_id = t.tenant_id AND w.window_start >= d.start AND w.window_start < d.stop
  LIMIT 1) any_window)
ORDER BY d.day DESC
