SELECT position::float8 AS position, source_table::text AS source_table,
  coalesce(filter, source_row)::text AS which, field::text AS field,
  CASE agg WHEN 'count' THEN '개수' WHEN 'avg' THEN '평균' ELSE '값' END AS kind,
  coalesce(value, '없음')::text AS value
FROM slowhour.evidence
WHERE tenant_id = ${tenant:sqlstring} AND endpoint_id = ${endpoint:sqlstring}
  AND window_start = to_timestamp(${window:sqlstring}::float8 / 1000)
ORDER BY 1
