SELECT code::text AS code, sum(line_count)::float8 AS lines,
  string_agg(line::text, ', ' ORDER BY line) FILTER (WHERE line IS NOT NULL) AS line_numbers
FROM slowhour.shown_notices
WHERE tenant_id = ${tenant:sqlstring} AND endpoint_id = ${endpoint:sqlstring}
  AND window_start = to_timestamp(${window:sqlstring}::float8 / 1000)
GROUP BY code
ORDER BY 2 DESC, 1
