SELECT window_start AS "time", code::text AS code, sum(lines)::float8 AS lines
FROM slowhour.notice_counts
WHERE window_start >= $__timeFrom() AND window_start < $__timeTo()
GROUP BY window_start, code
ORDER BY 1, 2
