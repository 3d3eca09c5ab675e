SELECT refused::float8 AS "거절", timeout::float8 AS "시간 초과", cancelled::float8 AS "취소",
  error::float8 AS "오류"
FROM slowhour.failures
WHERE tenant_id = ${tenant:sqlstring} AND endpoint_id = ${endpoint:sqlstring}
  AND window_start = to_timestamp(${window:sqlstring}::float8 / 1000)
