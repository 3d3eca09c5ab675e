SELECT replace(right(window_key, 13), 'T', ' ') || '시' AS __text,
  (extract(epoch FROM window_start) * 1000)::bigint::text AS __value
FROM slowhour.windows
WHERE tenant_id = ${tenant:sqlstring} AND endpoint_id = ${endpoint:sqlstring}
  AND window_start > $__timeFrom()::timestamptz - interval '1 hour'
  AND window_start < $__timeTo()::timestamptz
ORDER BY window_start DESC
LIMIT 800
