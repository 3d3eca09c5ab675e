SELECT s.window_start AS hour, s.endpoint_id::text AS endpoint_id, s.cause::text AS cause,
  slowhour.verdict_code(s.planted)::float8 AS planted,
  slowhour.verdict_code(s.verdict)::float8 AS verdict,
  slowhour.verdict_code(s.verdict_at_slo)::float8 AS second_reading,
  s.missed_by::text AS missed_by, s.margin::float8 AS margin, s.noise::float8 AS noise,
  s.tenant_id::text AS tenant_id,
  (extract(epoch FROM s.window_start) * 1000)::bigint::text AS window_ms,
  (extract(epoch FROM s.window_start - interval '1 hour') * 1000)::bigint::text AS from_ms,
  (extract(epoch FROM s.window_start + interval '1 hour') * 1000)::bigint::text AS to_ms
FROM slowhour.score_windows s JOIN slowhour.scores USING (score_id)
WHERE scores.name = ${score:sqlstring} AND s.planted IS NOT NULL AND s.is_right IS NOT TRUE
ORDER BY s.window_start, s.tenant_id, s.endpoint_id
