SELECT coalesce(sum(lines), 0)::float8 AS "빠진 줄"
FROM slowhour.notice_counts
WHERE window_start >= $__timeFrom() AND window_start < $__timeTo()
