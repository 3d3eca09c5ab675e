SELECT g.tenant_id::text AS tenant_id,
  max(g.goodput_per_second) FILTER (WHERE side = 'before')::float8 AS goodput_before,
  max(g.goodput_per_second) FILTER (WHERE side = 'after')::float8 AS goodput_after,
  max(g.goodput_share) FILTER (WHERE side = 'before')::float8 AS share_before,
  max(g.goodput_share) FILTER (WHERE side = 'after')::float8 AS share_after,
  max(g.failed) FILTER (WHERE side = 'before')::float8 AS failed_before,
  max(g.failed) FILTER (WHERE side = 'after')::float8 AS failed_after
FROM slowhour.comparison_goodput g
WHERE g.comparison_id = ${comparison:sqlstring}::bigint
GROUP BY g.tenant_id
ORDER BY g.tenant_id
