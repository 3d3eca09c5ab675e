SELECT summary::text AS summary FROM slowhour.windows
WHERE tenant_id = ${tenant:sqlstring} AND endpoint_id = ${endpoint:sqlstring}
  AND window_start = to_timestamp(${window:sqlstring}::float8 / 1000)
