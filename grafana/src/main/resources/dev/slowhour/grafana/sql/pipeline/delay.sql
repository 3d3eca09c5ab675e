SELECT window_start AS "time",
  (extract(epoch FROM max(judged_at) - (window_start + interval '1 hour')))::float8 AS "시간대가 끝난 뒤 판정까지"
FROM slowhour.windows
WHERE window_start >= $__timeFrom() AND window_start < $__timeTo() AND state <> 'open'
GROUP BY window_start
ORDER BY 1
