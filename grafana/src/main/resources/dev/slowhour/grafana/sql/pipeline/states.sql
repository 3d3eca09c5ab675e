SELECT count(*) FILTER (WHERE state = 'open')::float8 AS "진행 중",
  count(*) FILTER (WHERE state = 'provisional')::float8 AS "잠정",
  count(*) FILTER (WHERE state = 'final')::float8 AS "확정",
  (extract(epoch FROM now() - max(judged_at)))::float8 AS "마지막 판정 뒤"
FROM slowhour.windows
WHERE window_start >= $__timeFrom() AND window_start < $__timeTo()
