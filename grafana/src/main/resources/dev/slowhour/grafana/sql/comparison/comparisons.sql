SELECT name || CASE kind WHEN 'compare' THEN '' ELSE ' (길이 정의)' END AS __text,
  comparison_id::text AS __value
FROM slowhour.comparisons
ORDER BY compared_at DESC
