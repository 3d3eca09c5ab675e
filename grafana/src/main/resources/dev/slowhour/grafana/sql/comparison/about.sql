SELECT before_name::text AS "설정 전", after_name::text AS "설정 후", hours::float8 AS "견준 시간(시간)",
  left_out_before::float8 AS "뺀 시간대(전)", left_out_after::float8 AS "뺀 시간대(후)"
FROM slowhour.comparisons
WHERE comparison_id = ${comparison:sqlstring}::bigint
