SELECT left(right(window_key, 13), 10) AS day, count(*)::float8 AS windows,
  count(*) FILTER (WHERE slowhour.verdict_code(verdict) = 4)::float8 AS isolation_failures,
  count(*) FILTER (WHERE slowhour.verdict_code(verdict_at_slo) = 4
    AND slowhour.verdict_code(verdict) <> 4)::float8 AS second_reading_only,
  (extract(epoch FROM min(window_start - right(window_key, 2)::int * interval '1 hour'))
    * 1000)::bigint::text AS from_ms,
  (extract(epoch FROM min(window_start - right(window_key, 2)::int * interval '1 hour'))
    * 1000 + 86399999)::bigint::text AS to_ms
FROM slowhour.windows
WHERE window_start >= $__timeTo()::timestamptz - interval '62 days'
  AND window_start < $__timeTo()::timestamptz + interval '1 day'
GROUP BY 1
ORDER BY 1 DESC
LIMIT 62
