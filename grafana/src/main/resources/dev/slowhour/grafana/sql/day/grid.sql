WITH hours AS (
  SELECT generate_series(date_trunc('hour', $__timeFrom()::timestamptz),
    $__timeTo()::timestamptz, interval '1 hour') AS hour),
judged AS (
  SELECT tenant_id, endpoint_id, window_start,
    slowhour.verdict_code(verdict)
      + CASE state WHEN 'final' THEN 0 WHEN 'provisional' THEN 10 ELSE 20 END
      + CASE WHEN verdict = verdict_at_slo THEN 0 ELSE 100 END AS cell
  FROM slowhour.windows
  WHERE window_start >= $__timeFrom() AND window_start < $__timeTo()
    AND accel_pool IN (${pool:sqlstring}) AND tenant_id IN (${tenant:sqlstring})),
endpoints AS (
  SELECT DISTINCT j.tenant_id, j.endpoint_id, n.tenant_name
  FROM judged j JOIN slowhour.named_endpoints n USING (tenant_id, endpoint_id))
SELECT h.hour AS "time", e.tenant_name::text AS tenant_name, e.tenant_id::text AS tenant_id,
  e.endpoint_id::text AS endpoint_id, j.cell::float8 AS verdict
FROM hours h CROSS JOIN endpoints e
LEFT JOIN judged j ON j.tenant_id = e.tenant_id AND j.endpoint_id = e.endpoint_id
  AND j.window_start = h.hour
ORDER BY h.hour, e.tenant_id, e.endpoint_id
