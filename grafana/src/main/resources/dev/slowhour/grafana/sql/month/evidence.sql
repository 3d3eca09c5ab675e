SELECT w.window_start AS hour, w.endpoint_id::text AS endpoint_id,
  e.position::float8 AS position, coalesce(e.filter, e.source_row)::text AS which,
  e.field::text AS field,
  CASE e.agg WHEN 'count' THEN '개수' WHEN 'avg' THEN '평균' ELSE '값' END AS kind,
  coalesce(e.value, '없음')::text AS value
FROM slowhour.windows w
JOIN slowhour.evidence e ON e.tenant_id = w.tenant_id AND e.endpoint_id = w.endpoint_id
  AND e.window_start = w.window_start
WHERE w.window_start >= $__timeFrom() AND w.window_start < $__timeTo()
  AND w.tenant_id = ${tenant:sqlstring}
  AND (slowhour.verdict_code(w.verdict) = 4 OR slowhour.verdict_code(w.verdict_at_slo) = 4)
ORDER BY w.window_start, w.endpoint_id, e.position
LIMIT 5000
