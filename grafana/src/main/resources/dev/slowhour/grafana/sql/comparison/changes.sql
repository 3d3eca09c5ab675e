SELECT slowhour.verdict_code(verdict_before)::float8 AS before,
  slowhour.verdict_code(verdict_after)::float8 AS after, count(*)::float8 AS windows,
  count(*) FILTER (WHERE is_marginal)::float8 AS marginal
FROM slowhour.comparison_windows
WHERE comparison_id = ${comparison:sqlstring}::bigint AND is_changed
GROUP BY 1, 2
ORDER BY 3 DESC, 1, 2
