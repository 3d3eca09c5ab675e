SELECT other_tenant_requests_at_worst::float8 AS "최악의 분",
  other_tenant_requests_prev_hour_avg::float8 AS "앞 60분의 분당 평균",
  other_tenant_requests_ratio::float8 AS "배수"
FROM slowhour.windows
WHERE tenant_id = ${tenant:sqlstring} AND endpoint_id = ${endpoint:sqlstring}
  AND window_start = to_timestamp(${window:sqlstring}::float8 / 1000)
