WITH days AS (
  SELECT to_char(day, 'YYYY-MM-DD') AS day FROM generate_series(
    date_trunc('day', $__timeFrom()::timestamptz AT TIME ZONE '@zone'),
    $__timeTo()::timestamptz AT TIME ZONE '@zone', interval '1 day') AS d(day)),
counted AS (
  SELECT left(right(window_key, 13), 10) AS day, slowhour.verdict_code(verdict) AS code,
    count(*) AS windows
  FROM slowhour.windows
  WHERE window_start >= $__timeFrom() AND window_start < $__timeTo()
    AND tenant_id = ${tenant:sqlstring}
  GROUP BY 1, 2)
SELECT right(d.day, 5) AS day,
  coalesce(sum(c.windows) FILTER (WHERE c.code = 1), 0)::float8 AS "SLO 안",
  coalesce(sum(c.windows) FILTER (WHERE c.code = 2), 0)::float8 AS "동시성 계약 초과",
  coalesce(sum(c.windows) FILTER (WHERE c.code = 3), 0)::float8 AS "긴 입력 몰림",
  coalesce(sum(c.windows) FILTER (WHERE c.code = 4), 0)::float8 AS "성능 격리 실패"
FROM days d LEFT JOIN counted c USING (day)
GROUP BY d.day
ORDER BY d.day
