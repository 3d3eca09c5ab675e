SELECT
  coalesce(sum(windows) FILTER (WHERE slowhour.verdict_code(verdict) = 1), 0)::float8 AS "SLO 안",
  coalesce(sum(windows) FILTER (WHERE slowhour.verdict_code(verdict) = 2), 0)::float8 AS "동시성 계약 초과",
  coalesce(sum(windows) FILTER (WHERE slowhour.verdict_code(verdict) = 3), 0)::float8 AS "긴 입력 몰림",
  coalesce(sum(windows) FILTER (WHERE slowhour.verdict_code(verdict) = 4), 0)::float8 AS "성능 격리 실패",
  coalesce(sum(windows) FILTER (WHERE slowhour.verdict_code(verdict_at_slo) = 4
    AND slowhour.verdict_code(verdict) <> 4), 0)::float8 AS "두 번째 읽기만",
  coalesce(sum(windows) FILTER (WHERE state <> 'final'), 0)::float8 AS "아직 확정 전"
FROM slowhour.pool_hours
WHERE window_start >= $__timeFrom() AND window_start < $__timeTo()
