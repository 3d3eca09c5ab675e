SELECT planted::float8 AS "원인을 심은 시간대", right_by_rule::float8 AS "규칙이 맞힘",
  right_at_slo::float8 AS "두 번째 읽기가 맞힘"
FROM slowhour.scores
WHERE name = ${score:sqlstring}
