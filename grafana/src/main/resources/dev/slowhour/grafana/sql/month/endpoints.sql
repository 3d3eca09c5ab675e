SELECT w.endpoint_id::text AS endpoint_id, max(n.model)::text AS model,
  count(*) FILTER (WHERE slowhour.verdict_code(verdict) = 1)::float8 AS "SLO 안",
  count(*) FILTER (WHERE slowhour.verdict_code(verdict) = 2)::float8 AS "동시성 계약 초과",
  count(*) FILTER (WHERE slowhour.verdict_code(verdict) = 3)::float8 AS "긴 입력 몰림",
  count(*) FILTER (WHERE slowhour.verdict_code(verdict) = 4)::float8 AS "성능 격리 실패",
  count(*) FILTER (WHERE slowhour.verdict_code(verdict_at_slo) = 4
    AND slowhour.verdict_code(verdict) <> 4)::float8 AS "두 번째 읽기만",
  sum(request_count)::float8 AS requests, sum(slo_miss_count)::float8 AS misses,
  (1 - sum(slo_miss_count)::float8 / nullif(sum(request_count), 0)) AS within_share,
  (sum(request_count - slo_miss_count) / (3600.0 * count(*)))::float8 AS goodput
FROM slowhour.windows w
JOIN slowhour.named_endpoints n ON n.tenant_id = w.tenant_id AND n.endpoint_id = w.endpoint_id
WHERE window_start >= $__timeFrom() AND window_start < $__timeTo()
  AND w.tenant_id = ${tenant:sqlstring}
GROUP BY w.endpoint_id
ORDER BY w.endpoint_id
