SELECT count(*)::float8 AS "판정한 시간대",
  (1 - sum(slo_miss_count)::float8 / nullif(sum(request_count), 0)) AS "SLO 를 지킨 요청",
  (sum(request_count - slo_miss_count) / (3600.0 * nullif(count(DISTINCT window_start), 0)))::float8 AS "굿풋",
  count(*) FILTER (WHERE slowhour.verdict_code(verdict) = 4)::float8 AS "성능 격리 실패",
  count(*) FILTER (WHERE slowhour.verdict_code(verdict_at_slo) = 4
    AND slowhour.verdict_code(verdict) <> 4)::float8 AS "두 번째 읽기만",
  count(*) FILTER (WHERE state <> 'final')::float8 AS "아직 확정 전"
FROM slowhour.windows
WHERE window_start >= $__timeFrom() AND window_start < $__timeTo()
  AND tenant_id = ${tenant:sqlstring}
