-- The store of judged windows. All times are timestamptz, all counts are of requests unless a
-- comment says otherwise. A null is "there is no value", never 0. Ids are ordered by code point.

CREATE FUNCTION slowhour.state_rank(state text) RETURNS integer
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  AS $$SELECT CASE state WHEN 'final' THEN 2 WHEN 'provisional' THEN 1 WHEN 'open' THEN 0 END$$;

COMMENT ON FUNCTION slowhour.state_rank(text) IS
  'How settled a state is: open 0, provisional 1, final 2. A stored row gives way only to one of at least the same (state_rank, revision).';

CREATE TABLE slowhour.runs (
  run_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('batch', 'streaming')),
  started_at timestamptz NOT NULL DEFAULT now(),
  ended_at timestamptz,
  outcome text NOT NULL DEFAULT 'running' CHECK (outcome IN ('running', 'done', 'failed')),
  failure text,
  version text NOT NULL,
  zone text NOT NULL,
  max_request_duration_ms bigint NOT NULL,
  judged_from timestamptz,
  judged_to timestamptz,
  replaces boolean NOT NULL,
  inputs jsonb NOT NULL,
  request_rows bigint,
  request_unreadable_lines bigint,
  metric_rows bigint,
  metric_unreadable_lines bigint,
  contracts_in_force bigint,
  windows_judged bigint,
  windows_left_alone bigint,
  windows_removed bigint,
  notices bigint,
  CHECK ((outcome = 'running') = (ended_at IS NULL)),
  CHECK ((outcome = 'failed') = (failure IS NOT NULL))
);

COMMENT ON TABLE slowhour.runs IS 'One row a run of the judge, whatever became of it.';
COMMENT ON COLUMN slowhour.runs.run_id IS 'Number of the run; rows that it wrote carry it.';
COMMENT ON COLUMN slowhour.runs.kind IS 'batch (judge over files) or streaming.';
COMMENT ON COLUMN slowhour.runs.started_at IS 'When the run began.';
COMMENT ON COLUMN slowhour.runs.ended_at IS 'When it ended; null while it runs.';
COMMENT ON COLUMN slowhour.runs.outcome IS 'running, done or failed. A failed batch run has written nothing but this row.';
COMMENT ON COLUMN slowhour.runs.failure IS 'Why it failed, one line; null unless it did.';
COMMENT ON COLUMN slowhour.runs.version IS 'Version of Slowhour.';
COMMENT ON COLUMN slowhour.runs.zone IS 'Report zone: its clock divides time into hours.';
COMMENT ON COLUMN slowhour.runs.max_request_duration_ms IS 'B, milliseconds: a request that took longer is not believed.';
COMMENT ON COLUMN slowhour.runs.judged_from IS 'Start of the first hour judged (--from); null: no bound.';
COMMENT ON COLUMN slowhour.runs.judged_to IS 'End of the last hour judged (--to); null: no bound.';
COMMENT ON COLUMN slowhour.runs.replaces IS 'Whether it was run with --replace.';
COMMENT ON COLUMN slowhour.runs.inputs IS 'What was read: an array of {table, file, bytes}.';
COMMENT ON COLUMN slowhour.runs.request_rows IS 'Readable lines of request_logs.';
COMMENT ON COLUMN slowhour.runs.request_unreadable_lines IS 'Lines of request_logs that are no rows.';
COMMENT ON COLUMN slowhour.runs.metric_rows IS 'Readable lines of pool_metrics.';
COMMENT ON COLUMN slowhour.runs.metric_unreadable_lines IS 'Lines of pool_metrics that are no rows.';
COMMENT ON COLUMN slowhour.runs.contracts_in_force IS 'Versions of contracts.';
COMMENT ON COLUMN slowhour.runs.windows_judged IS 'Windows judged, those left alone included.';
COMMENT ON COLUMN slowhour.runs.windows_left_alone IS 'Windows judged and not stored, because the stored one was judged from more.';
COMMENT ON COLUMN slowhour.runs.windows_removed IS 'Stored windows of its hours that it did not produce and removed (--replace).';
COMMENT ON COLUMN slowhour.runs.notices IS 'Notices made; of many alike only the first are stored, see notices.line_count.';

CREATE TABLE slowhour.contracts (
  tenant_id text COLLATE "C" NOT NULL,
  endpoint_id text COLLATE "C" NOT NULL,
  valid_from timestamptz NOT NULL,
  tenant_name text NOT NULL,
  model text NOT NULL,
  ttft_slo_ms bigint NOT NULL,
  tpot_slo_ms bigint NOT NULL,
  max_concurrency bigint NOT NULL,
  max_input_tokens bigint NOT NULL,
  run_id bigint NOT NULL REFERENCES slowhour.runs,
  PRIMARY KEY (tenant_id, endpoint_id, valid_from)
);

COMMENT ON TABLE slowhour.contracts IS 'Versions of contracts as the latest run that knew them had them.';
COMMENT ON COLUMN slowhour.contracts.tenant_id IS 'The tenant.';
COMMENT ON COLUMN slowhour.contracts.endpoint_id IS 'The endpoint.';
COMMENT ON COLUMN slowhour.contracts.valid_from IS 'From when on this version holds; -infinity: since ever.';
COMMENT ON COLUMN slowhour.contracts.tenant_name IS 'Name of the tenant.';
COMMENT ON COLUMN slowhour.contracts.model IS 'Name of the model.';
COMMENT ON COLUMN slowhour.contracts.ttft_slo_ms IS 'Milliseconds; a request misses when its TTFT is above.';
COMMENT ON COLUMN slowhour.contracts.tpot_slo_ms IS 'Milliseconds; a request misses when its TPOT is above.';
COMMENT ON COLUMN slowhour.contracts.max_concurrency IS 'Requests in progress at once.';
COMMENT ON COLUMN slowhour.contracts.max_input_tokens IS 'Input tokens of a request.';
COMMENT ON COLUMN slowhour.contracts.run_id IS 'The run that wrote the row.';

CREATE TABLE slowhour.windows (
  tenant_id text COLLATE "C" NOT NULL,
  endpoint_id text COLLATE "C" NOT NULL,
  window_start timestamptz NOT NULL,
  window_key text NOT NULL,
  accel_pool text COLLATE "C" NOT NULL,
  verdict text NOT NULL CHECK (verdict IN (
    'SLO 안에서 처리됨', '계약 동시성을 넘겨 보냄', '계약보다 긴 입력이 몰림', '계약 안인데 밀림 · 성능 격리 실패')),
  also_found text[] NOT NULL,
  request_count bigint NOT NULL,
  slo_miss_count bigint NOT NULL,
  slo_miss_pct numeric NOT NULL,
  peak_concurrency bigint NOT NULL,
  max_concurrency bigint NOT NULL,
  over_concurrency_minutes integer NOT NULL,
  misses_in_over_concurrency bigint NOT NULL,
  misses_with_long_input bigint NOT NULL,
  verdict_at_slo text NOT NULL CHECK (verdict_at_slo IN (
    'SLO 안에서 처리됨', '계약 동시성을 넘겨 보냄', '계약보다 긴 입력이 몰림', '계약 안인데 밀림 · 성능 격리 실패')),
  peak_concurrency_at_slo bigint NOT NULL,
  over_concurrency_minutes_at_slo integer NOT NULL,
  misses_in_over_concurrency_at_slo bigint NOT NULL,
  worst_minute timestamptz,
  worst_minute_misses bigint,
  kv_cache_util_at_worst numeric,
  kv_cache_util_prev_hour_avg numeric,
  queued_at_worst bigint,
  queued_prev_hour_avg numeric,
  other_tenant_requests_at_worst bigint,
  other_tenant_requests_prev_hour_avg numeric,
  other_tenant_requests_ratio numeric,
  summary text NOT NULL,
  revision bigint NOT NULL,
  state text NOT NULL CHECK (state IN ('open', 'provisional', 'final')),
  run_id bigint NOT NULL REFERENCES slowhour.runs,
  judged_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, endpoint_id, window_start)
);

-- A day of all endpoints; a month of a tenant; the neighbours in a pool; what was judged lately.
CREATE INDEX windows_by_hour ON slowhour.windows (window_start);
CREATE INDEX windows_by_tenant ON slowhour.windows (tenant_id, window_start);
CREATE INDEX windows_by_pool ON slowhour.windows (accel_pool, window_start);
CREATE INDEX windows_by_judging ON slowhour.windows (judged_at);

COMMENT ON TABLE slowhour.windows IS 'One row a tenant, endpoint and hour: the verdict and its figures, as in verdicts.json.';
COMMENT ON COLUMN slowhour.windows.tenant_id IS 'The tenant.';
COMMENT ON COLUMN slowhour.windows.endpoint_id IS 'The endpoint.';
COMMENT ON COLUMN slowhour.windows.window_start IS 'Start of the hour.';
COMMENT ON COLUMN slowhour.windows.window_key IS 'Label endpoint_id/YYYY-MM-DDTHH on the clock of the run''s zone; not unique across tenants.';
COMMENT ON COLUMN slowhour.windows.accel_pool IS 'The endpoint''s pool in this hour.';
COMMENT ON COLUMN slowhour.windows.verdict IS 'One of the four verdicts.';
COMMENT ON COLUMN slowhour.windows.also_found IS 'Verdicts that hold too, beside the one that decided.';
COMMENT ON COLUMN slowhour.windows.request_count IS 'Requests that arrived.';
COMMENT ON COLUMN slowhour.windows.slo_miss_count IS 'Requests that missed their SLO.';
COMMENT ON COLUMN slowhour.windows.slo_miss_pct IS 'Percent of the requests, one place.';
COMMENT ON COLUMN slowhour.windows.peak_concurrency IS 'Requests in progress at once, the largest of the hour.';
COMMENT ON COLUMN slowhour.windows.max_concurrency IS 'The contract''s, requests in progress at once.';
COMMENT ON COLUMN slowhour.windows.over_concurrency_minutes IS 'Minutes with a peak above the contract''s, 0 to 60.';
COMMENT ON COLUMN slowhour.windows.misses_in_over_concurrency IS 'Misses that arrived in such a minute.';
COMMENT ON COLUMN slowhour.windows.misses_with_long_input IS 'Misses with more input tokens than contracted.';
COMMENT ON COLUMN slowhour.windows.verdict_at_slo IS 'The second reading: the verdict, had every request been answered just within its SLO.';
COMMENT ON COLUMN slowhour.windows.peak_concurrency_at_slo IS 'Requests in progress at once by the second reading.';
COMMENT ON COLUMN slowhour.windows.over_concurrency_minutes_at_slo IS 'Minutes above the contract''s by the second reading.';
COMMENT ON COLUMN slowhour.windows.misses_in_over_concurrency_at_slo IS 'Misses that arrived in such a minute.';
COMMENT ON COLUMN slowhour.windows.worst_minute IS 'Start of the minute with most misses; null within SLO.';
COMMENT ON COLUMN slowhour.windows.worst_minute_misses IS 'Misses in it; null within SLO.';
COMMENT ON COLUMN slowhour.windows.kv_cache_util_at_worst IS 'Share of the pool''s KV cache in use in the worst minute, 0 to 1; null without a value, and but for an isolation failure.';
COMMENT ON COLUMN slowhour.windows.kv_cache_util_prev_hour_avg IS 'Its mean over the 60 minutes before, 0 to 1, two places; null likewise.';
COMMENT ON COLUMN slowhour.windows.queued_at_worst IS 'Requests waiting in the pool in the worst minute; null likewise.';
COMMENT ON COLUMN slowhour.windows.queued_prev_hour_avg IS 'Their mean over the 60 minutes before, one place; null likewise.';
COMMENT ON COLUMN slowhour.windows.other_tenant_requests_at_worst IS 'Requests of other tenants that arrived in the pool in the worst minute; null but for an isolation failure.';
COMMENT ON COLUMN slowhour.windows.other_tenant_requests_prev_hour_avg IS 'Requests a minute over the 60 minutes before, one place; null likewise.';
COMMENT ON COLUMN slowhour.windows.other_tenant_requests_ratio IS 'The former over the latter, one place; null likewise, and when there were none before.';
COMMENT ON COLUMN slowhour.windows.summary IS 'The verdict in words, Korean.';
COMMENT ON COLUMN slowhour.windows.revision IS 'How much the row rests on, in lines: request lines of the endpoint and of its pool in this hour and the one before, metric lines of the pool, contract versions.';
COMMENT ON COLUMN slowhour.windows.state IS 'open (the hour goes on), provisional (requests may still complete), final.';
COMMENT ON COLUMN slowhour.windows.run_id IS 'The run that wrote the row.';
COMMENT ON COLUMN slowhour.windows.judged_at IS 'When the row was written.';

CREATE TABLE slowhour.minutes (
  tenant_id text COLLATE "C" NOT NULL,
  endpoint_id text COLLATE "C" NOT NULL,
  window_start timestamptz NOT NULL,
  minute timestamptz NOT NULL,
  accel_pool text COLLATE "C" NOT NULL,
  requests bigint NOT NULL,
  slo_misses bigint NOT NULL,
  misses_with_long_input bigint NOT NULL,
  peak_concurrency bigint NOT NULL,
  peak_concurrency_at_slo bigint NOT NULL,
  max_concurrency bigint NOT NULL,
  over_concurrency boolean NOT NULL,
  kv_cache_util numeric,
  queued_requests bigint,
  other_tenant_requests bigint NOT NULL,
  PRIMARY KEY (tenant_id, endpoint_id, window_start, minute),
  CHECK (minute >= window_start AND minute < window_start + interval '1 hour')
);

-- Minutes come in the order of time: next to nothing in size, and old ones are found by it.
CREATE INDEX minutes_by_hour ON slowhour.minutes USING brin (window_start);

COMMENT ON TABLE slowhour.minutes IS 'The minutes of each window, as in minutes.jsonl: 60, fewer while it is open.';
COMMENT ON COLUMN slowhour.minutes.tenant_id IS 'The tenant.';
COMMENT ON COLUMN slowhour.minutes.endpoint_id IS 'The endpoint.';
COMMENT ON COLUMN slowhour.minutes.window_start IS 'Start of the hour; state, revision and run stand in that row of windows.';
COMMENT ON COLUMN slowhour.minutes.minute IS 'Start of the minute.';
COMMENT ON COLUMN slowhour.minutes.accel_pool IS 'The window''s pool.';
COMMENT ON COLUMN slowhour.minutes.requests IS 'Requests that arrived.';
COMMENT ON COLUMN slowhour.minutes.slo_misses IS 'Those that missed their SLO.';
COMMENT ON COLUMN slowhour.minutes.misses_with_long_input IS 'Those misses with more input tokens than contracted.';
COMMENT ON COLUMN slowhour.minutes.peak_concurrency IS 'Requests in progress at once, the largest of the minute.';
COMMENT ON COLUMN slowhour.minutes.peak_concurrency_at_slo IS 'The same by the second reading.';
COMMENT ON COLUMN slowhour.minutes.max_concurrency IS 'The contract''s.';
COMMENT ON COLUMN slowhour.minutes.over_concurrency IS 'Whether peak_concurrency is above it.';
COMMENT ON COLUMN slowhour.minutes.kv_cache_util IS 'Share of the pool''s KV cache in use, 0 to 1; null without a value.';
COMMENT ON COLUMN slowhour.minutes.queued_requests IS 'Requests waiting in the pool; null without a value.';
COMMENT ON COLUMN slowhour.minutes.other_tenant_requests IS 'Requests of other tenants that arrived in the pool.';

CREATE TABLE slowhour.pool_minutes (
  accel_pool text COLLATE "C" NOT NULL,
  minute timestamptz NOT NULL,
  kv_cache_util numeric,
  queued_requests bigint,
  revision bigint NOT NULL,
  state text NOT NULL CHECK (state IN ('open', 'provisional', 'final')),
  run_id bigint NOT NULL REFERENCES slowhour.runs,
  PRIMARY KEY (accel_pool, minute)
);

CREATE INDEX pool_minutes_by_minute ON slowhour.pool_minutes (minute);

COMMENT ON TABLE slowhour.pool_minutes IS 'The metrics of each pool in the minutes of hours in which it has a window.';
COMMENT ON COLUMN slowhour.pool_minutes.accel_pool IS 'The pool.';
COMMENT ON COLUMN slowhour.pool_minutes.minute IS 'Start of the minute.';
COMMENT ON COLUMN slowhour.pool_minutes.kv_cache_util IS 'Share of the KV cache in use, 0 to 1; null without a value.';
COMMENT ON COLUMN slowhour.pool_minutes.queued_requests IS 'Requests waiting in the engine; null without a value.';
COMMENT ON COLUMN slowhour.pool_minutes.revision IS 'The largest of the windows of this pool and hour that brought it.';
COMMENT ON COLUMN slowhour.pool_minutes.state IS 'Their state.';
COMMENT ON COLUMN slowhour.pool_minutes.run_id IS 'The run that wrote the row.';

CREATE TABLE slowhour.evidence (
  tenant_id text COLLATE "C" NOT NULL,
  endpoint_id text COLLATE "C" NOT NULL,
  window_start timestamptz NOT NULL,
  position integer NOT NULL,
  source_table text NOT NULL,
  source_row text,
  field text NOT NULL,
  value text,
  value_number numeric,
  agg text,
  filter text,
  PRIMARY KEY (tenant_id, endpoint_id, window_start, position)
);

COMMENT ON TABLE slowhour.evidence IS 'The evidence of each window, item by item: figures that anyone can look up or recount.';
COMMENT ON COLUMN slowhour.evidence.tenant_id IS 'The tenant.';
COMMENT ON COLUMN slowhour.evidence.endpoint_id IS 'The endpoint.';
COMMENT ON COLUMN slowhour.evidence.window_start IS 'Start of the hour.';
COMMENT ON COLUMN slowhour.evidence.position IS 'Place in the list, from 1.';
COMMENT ON COLUMN slowhour.evidence.source_table IS 'The table that is quoted.';
COMMENT ON COLUMN slowhour.evidence.source_row IS 'Key of the row that is quoted; null for a figure over rows.';
COMMENT ON COLUMN slowhour.evidence.field IS 'The column that is quoted, averaged or counted.';
COMMENT ON COLUMN slowhour.evidence.value IS 'The value as it is written in verdicts.json; null where there is none. Unit: that of the field.';
COMMENT ON COLUMN slowhour.evidence.value_number IS 'The value where it is a number.';
COMMENT ON COLUMN slowhour.evidence.agg IS 'count or avg; null for a cell.';
COMMENT ON COLUMN slowhour.evidence.filter IS 'Which rows, by the grammar of docs/verdict.md; null for a cell.';

CREATE TABLE slowhour.notes (
  tenant_id text COLLATE "C" NOT NULL,
  endpoint_id text COLLATE "C" NOT NULL,
  window_start timestamptz NOT NULL,
  position integer NOT NULL,
  note text NOT NULL,
  PRIMARY KEY (tenant_id, endpoint_id, window_start, position)
);

COMMENT ON TABLE slowhour.notes IS 'What else is to be said of each window, sentence by sentence, Korean.';
COMMENT ON COLUMN slowhour.notes.tenant_id IS 'The tenant.';
COMMENT ON COLUMN slowhour.notes.endpoint_id IS 'The endpoint.';
COMMENT ON COLUMN slowhour.notes.window_start IS 'Start of the hour.';
COMMENT ON COLUMN slowhour.notes.position IS 'Place in the list, from 1.';
COMMENT ON COLUMN slowhour.notes.note IS 'The sentence.';

-- What belongs to a window goes with it. By a trigger on statements: foreign keys are checked row by
-- row, which takes more than twice the time of all else about writing 60 minutes a window.
CREATE FUNCTION slowhour.delete_parts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM slowhour.minutes m USING deleted d WHERE m.tenant_id = d.tenant_id
    AND m.endpoint_id = d.endpoint_id AND m.window_start = d.window_start;
  DELETE FROM slowhour.evidence e USING deleted d WHERE e.tenant_id = d.tenant_id
    AND e.endpoint_id = d.endpoint_id AND e.window_start = d.window_start;
  DELETE FROM slowhour.notes n USING deleted d WHERE n.tenant_id = d.tenant_id
    AND n.endpoint_id = d.endpoint_id AND n.window_start = d.window_start;
  RETURN NULL;
END $$;

CREATE TRIGGER parts_go_with_windows AFTER DELETE ON slowhour.windows
  REFERENCING OLD TABLE AS deleted
  FOR EACH STATEMENT EXECUTE FUNCTION slowhour.delete_parts();

COMMENT ON FUNCTION slowhour.delete_parts() IS
  'Deletes minutes, evidence and notes of windows that are deleted.';

CREATE TABLE slowhour.notices (
  notice_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  source_table text NOT NULL,
  file text,
  line bigint,
  code text NOT NULL,
  fields text[] NOT NULL,
  tenant_id text COLLATE "C",
  endpoint_id text COLLATE "C",
  window_start timestamptz,
  message text,
  raw_line text,
  line_count bigint NOT NULL,
  run_id bigint NOT NULL REFERENCES slowhour.runs,
  noticed_at timestamptz NOT NULL,
  CHECK ((file IS NULL) = (line IS NULL)),
  CHECK (file IS NULL OR line_count = 1)
);

-- Notices of a day; of an endpoint and hour (nulls taken for the values that no id and no hour has).
CREATE INDEX notices_by_hour ON slowhour.notices (window_start);
CREATE INDEX notices_by_unit ON slowhour.notices (
  source_table, coalesce(tenant_id, ''), coalesce(endpoint_id, ''),
  coalesce(window_start, '-infinity'::timestamptz));

COMMENT ON TABLE slowhour.notices IS 'Lines that do not count: of one code, table, tenant, endpoint and hour the first 1,000, and one row for the rest. For operations: lines hold ids of other tenants.';
COMMENT ON COLUMN slowhour.notices.notice_id IS 'Number of the row.';
COMMENT ON COLUMN slowhour.notices.source_table IS 'The table that the line belongs to.';
COMMENT ON COLUMN slowhour.notices.file IS 'File (or topic and partition) that it stood in; null for the rest.';
COMMENT ON COLUMN slowhour.notices.line IS 'Its line from 1 (or offset); null for the rest.';
COMMENT ON COLUMN slowhour.notices.code IS 'Why it does not count.';
COMMENT ON COLUMN slowhour.notices.fields IS 'The columns at fault; empty when the line as a whole is.';
COMMENT ON COLUMN slowhour.notices.tenant_id IS 'Its tenant; null where it could not be read.';
COMMENT ON COLUMN slowhour.notices.endpoint_id IS 'Its endpoint; null where it could not be read.';
COMMENT ON COLUMN slowhour.notices.window_start IS 'Start of the hour that it belongs to; null where none is known.';
COMMENT ON COLUMN slowhour.notices.message IS 'What was wrong, Korean; null for the rest.';
COMMENT ON COLUMN slowhour.notices.raw_line IS 'The line, cut at 500 characters; null for the rest. For operations only.';
COMMENT ON COLUMN slowhour.notices.line_count IS 'How many lines the row stands for: 1, or how many more there were than are stored.';
COMMENT ON COLUMN slowhour.notices.run_id IS 'The run that wrote the row.';
COMMENT ON COLUMN slowhour.notices.noticed_at IS 'When the row was written.';

CREATE TABLE slowhour.events (
  event_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  accel_pool text COLLATE "C" NOT NULL,
  at timestamptz NOT NULL,
  kind text NOT NULL,
  text text NOT NULL,
  UNIQUE (accel_pool, at, kind, text)
);

CREATE INDEX events_by_time ON slowhour.events (at);

COMMENT ON TABLE slowhour.events IS 'What happened to the platform (platform_events). Shown beside windows; changes no verdict.';
COMMENT ON COLUMN slowhour.events.event_id IS 'Number of the row.';
COMMENT ON COLUMN slowhour.events.accel_pool IS 'The pool.';
COMMENT ON COLUMN slowhour.events.at IS 'When it happened.';
COMMENT ON COLUMN slowhour.events.kind IS 'deploy, restart, node_fault, xid, engine_pause, …';
COMMENT ON COLUMN slowhour.events.text IS 'What there is to say of it. For operations only.';
