SELECT window_start AS hour, endpoint_id::text AS endpoint_id, summary::text AS summary
FROM slowhour.windows
WHERE window_start >= $__timeFrom() AND window_start < $__timeTo()
  AND tenant_id = ${tenant:sqlstring}
  AND (slowhour.verdict_code(verdict) = 4 OR slowhour.verdict_code(verdict_at_slo) = 4)
ORDER BY window_start, endpoint_id
