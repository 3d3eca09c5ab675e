SELECT m.t AS "time", s.slo_misses::float8 AS "SLO 를 넘긴 요청", s.peak_concurrency::float8 AS "동시 요청",
  s.peak_concurrency_at_slo::float8 AS "모두 SLO 안에 끝났다면", s.max_concurrency::float8 AS "계약 동시성"
FROM generate_series(date_trunc('minute', $__timeFrom()::timestamptz),
  $__timeTo()::timestamptz - interval '1 minute', interval '1 minute') AS m(t)
LEFT JOIN slowhour.shown_minutes s ON s.minute = m.t
  AND s.window_start > $__timeFrom()::timestamptz - interval '1 hour'
  AND s.window_start <= $__timeTo()::timestamptz
  AND s.tenant_id = ${tenant:sqlstring} AND s.endpoint_id = ${endpoint:sqlstring}
ORDER BY 1
