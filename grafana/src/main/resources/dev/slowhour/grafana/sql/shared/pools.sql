SELECT DISTINCT accel_pool AS pool FROM slowhour.windows
WHERE window_start >= $__timeFrom() AND window_start < $__timeTo()
ORDER BY 1
