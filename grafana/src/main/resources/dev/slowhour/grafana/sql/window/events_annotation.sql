SELECT e.minute AS "time", e.minute + interval '1 minute' AS timeend,
  concat_ws(' · ', e.kind, e.text) AS text, e.kind::text AS tags
FROM slowhour.shown_events e
WHERE e.minute >= $__timeFrom() AND e.minute < $__timeTo()
  AND e.accel_pool = (SELECT accel_pool FROM slowhour.windows
    WHERE tenant_id = ${tenant:sqlstring} AND endpoint_id = ${endpoint:sqlstring}
      AND window_start = to_timestamp(${window:sqlstring}::float8 / 1000))
ORDER BY 1
