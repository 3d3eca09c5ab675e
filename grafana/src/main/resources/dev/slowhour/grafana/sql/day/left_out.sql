WITH batch_runs AS (
  SELECT DISTINCT run_id FROM slowhour.windows
  WHERE window_start >= $__timeFrom() AND window_start < $__timeTo()),
counted AS (
  SELECT code, lines FROM slowhour.notice_counts
  WHERE window_start >= $__timeFrom() AND window_start < $__timeTo()
  UNION ALL
  SELECT code, lines FROM slowhour.notice_counts
  WHERE window_start IS NULL AND (run_id IN (SELECT run_id FROM batch_runs)
    OR noticed_at >= $__timeFrom() AND noticed_at < $__timeTo()))
SELECT coalesce(sum(lines), 0)::int AS "집계에서 빠진 줄",
  coalesce(sum(lines) FILTER (WHERE code LIKE 'malformed%'
    OR code IN ('invalid_field', 'implausible_duration', 'truncated_input')), 0)::int AS "그중 읽지 못한 줄"
FROM counted
