SELECT run_id::float8 AS run_id, kind::text AS kind, started_at AS started_at, ended_at AS ended_at,
  outcome::text AS outcome, request_rows::float8 AS request_rows,
  request_unreadable_lines::float8 AS unreadable, windows_judged::float8 AS windows,
  windows_left_alone::float8 AS left_alone, failure::text AS failure,
  version::text AS version
FROM slowhour.runs
ORDER BY run_id DESC
LIMIT 50
