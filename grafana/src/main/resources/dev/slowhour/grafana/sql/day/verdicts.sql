SELECT
  count(*) FILTER (WHERE slowhour.verdict_code(verdict) = 1)::int AS "SLO 안",
  count(*) FILTER (WHERE slowhour.verdict_code(verdict) = 2)::int AS "동시성 계약 초과",
  count(*) FILTER (WHERE slowhour.verdict_code(verdict) = 3)::int AS "긴 입력 몰림",
  count(*) FILTER (WHERE slowhour.verdict_code(verdict) = 4)::int AS "성능 격리 실패",
  count(*) FILTER (WHERE slowhour.verdict_code(verdict_at_slo) = 4
    AND slowhour.verdict_code(verdict) <> 4)::int AS "두 번째 읽기만",
  count(*) FILTER (WHERE state <> 'final')::int AS "아직 확정 전"
FROM slowhour.windows
WHERE window_start >= $__timeFrom() AND window_start < $__timeTo()
  AND accel_pool IN (${pool:sqlstring}) AND tenant_id IN (${tenant:sqlstring})
