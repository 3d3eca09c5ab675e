SELECT slowhour.verdict_code(s.planted)::float8 AS planted,
  count(*) FILTER (WHERE slowhour.verdict_code(s.verdict) = 1)::float8 AS "SLO 안",
  count(*) FILTER (WHERE slowhour.verdict_code(s.verdict) = 2)::float8 AS "동시성 계약 초과",
  count(*) FILTER (WHERE slowhour.verdict_code(s.verdict) = 3)::float8 AS "긴 입력 몰림",
  count(*) FILTER (WHERE slowhour.verdict_code(s.verdict) = 4)::float8 AS "성능 격리 실패",
  count(*) FILTER (WHERE s.verdict IS NULL)::float8 AS "시간대 없음",
  count(*) FILTER (WHERE s.is_right)::float8 AS "맞힘",
  count(*) FILTER (WHERE s.is_right_at_slo)::float8 AS "두 번째 읽기로 맞힘"
FROM slowhour.score_windows s JOIN slowhour.scores USING (score_id)
WHERE scores.name = ${score:sqlstring} AND s.planted IS NOT NULL
GROUP BY 1
ORDER BY 1
