WITH batch_runs AS (
  SELECT DISTINCT run_id FROM slowhour.windows
  WHERE window_start >= $__timeFrom() AND window_start < $__timeTo()),
found AS (
  SELECT * FROM slowhour.shown_notices
  WHERE window_start >= $__timeFrom() AND window_start < $__timeTo()
  UNION ALL
  SELECT * FROM slowhour.shown_notices
  WHERE window_start IS NULL AND (run_id IN (SELECT run_id FROM batch_runs)
    OR noticed_at >= $__timeFrom() AND noticed_at < $__timeTo()))
SELECT line::float8 AS line, code::text AS code,
  nullif(array_to_string(fields, ', '), '') AS fields, source_table::text AS source_table,
  file::text AS file, window_start AS hour, tenant_id::text AS tenant_id,
  endpoint_id::text AS endpoint_id, line_count::float8 AS line_count, message::text AS message,
  raw_line::text AS raw_line
FROM found
ORDER BY source_table DESC, file, line
LIMIT 1000
