SELECT window_start AS "time", window_start + interval '1 hour' AS timeend,
  '판정한 시간대'::text AS text, ''::text AS tags
FROM slowhour.windows
WHERE tenant_id = ${tenant:sqlstring} AND endpoint_id = ${endpoint:sqlstring}
  AND window_start = to_timestamp(${window:sqlstring}::float8 / 1000)
