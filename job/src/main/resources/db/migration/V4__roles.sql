-- Who may see what. Grafana lets every viewer send any SQL to a datasource, so the database decides,
-- by the database user and by nothing that a query could set. docs/security.md tells it in words.
--
-- Nothing here holds for tables of later migrations: a table is readable for nobody but its owner
-- until a migration grants it.

-- Roles belong to the server; another database of it may have made them.
DO $$
DECLARE
  wanted text;
BEGIN
  FOREACH wanted IN ARRAY
    ARRAY['slowhour_operations', 'slowhour_customer', 'slowhour_joint', 'slowhour_writer'] LOOP
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = wanted) THEN
      BEGIN
        EXECUTE format('CREATE ROLE %I NOLOGIN', wanted);
      EXCEPTION WHEN duplicate_object OR unique_violation THEN
        NULL; -- Made by another database's migration at the same time.
      END;
    END IF;
  END LOOP;
END $$;

CREATE TABLE slowhour.access_roles (
  role_name name PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('operations', 'customer', 'joint')),
  tenant_id text COLLATE "C" UNIQUE,
  granted_at timestamptz NOT NULL DEFAULT now(),
  CHECK ((kind = 'customer') = (tenant_id IS NOT NULL))
);

COMMENT ON TABLE slowhour.access_roles IS 'Roles that slowhour grant made in this database. Whoever logs in as one of them sees what its kind may see.';
COMMENT ON COLUMN slowhour.access_roles.role_name IS 'The role. Its name says nothing of the tenant: names of roles are readable for all.';
COMMENT ON COLUMN slowhour.access_roles.kind IS 'operations (everything), customer (a tenant''s own rows and counts of others), joint (counts only).';
COMMENT ON COLUMN slowhour.access_roles.tenant_id IS 'The tenant of a customer''s role; null for the others.';
COMMENT ON COLUMN slowhour.access_roles.granted_at IS 'When the role was made.';

CREATE FUNCTION slowhour.own_tenant() RETURNS text LANGUAGE sql STABLE PARALLEL SAFE
  AS $$SELECT tenant_id FROM slowhour.access_roles WHERE role_name = current_user$$;

COMMENT ON FUNCTION slowhour.own_tenant() IS
  'The tenant whose customer role asks; null for everyone else.';

CREATE FUNCTION slowhour.sees_all() RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE
  AS $$SELECT pg_has_role(current_user, 'slowhour_operations', 'USAGE')$$;

COMMENT ON FUNCTION slowhour.sees_all() IS 'Whether the role that asks is one of operations.';

CREATE FUNCTION slowhour.sees_all_counts() RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE
  AS $$SELECT slowhour.sees_all() OR pg_has_role(current_user, 'slowhour_joint', 'USAGE')$$;

COMMENT ON FUNCTION slowhour.sees_all_counts() IS
  'Whether the role that asks may see counts of all pools.';

CREATE FUNCTION slowhour.verdict_code(verdict text) RETURNS integer
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  AS $$SELECT CASE verdict WHEN 'SLO 안에서 처리됨' THEN 1 WHEN '계약 동시성을 넘겨 보냄' THEN 2
    WHEN '계약보다 긴 입력이 몰림' THEN 3 WHEN '계약 안인데 밀림 · 성능 격리 실패' THEN 4 END$$;

COMMENT ON FUNCTION slowhour.verdict_code(text) IS
  'Number of a verdict, in the order of the rule: 1 within SLO, 2 over the contract''s concurrency, 3 long inputs, 4 isolation failure.';

-- Which days had isolation failures, by either reading, and which windows they were.
CREATE INDEX windows_isolation ON slowhour.windows (window_start)
  WHERE slowhour.verdict_code(verdict) = 4 OR slowhour.verdict_code(verdict_at_slo) = 4;

-- Rows. The owner is not bound by policies; a writer of another name is a member of slowhour_writer.
DO $$
DECLARE
  guarded text;
BEGIN
  FOR guarded IN SELECT c.relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname = 'slowhour' AND c.relkind IN ('r', 'p')
      AND c.relname <> 'schema_history' AND c.relname !~ '^staging_' LOOP
    EXECUTE format('ALTER TABLE slowhour.%I ENABLE ROW LEVEL SECURITY', guarded);
    EXECUTE format('CREATE POLICY operations_read_all ON slowhour.%I FOR SELECT'
      ' TO slowhour_operations USING (true)', guarded);
    EXECUTE format('CREATE POLICY writers_do_all ON slowhour.%I TO slowhour_writer'
      ' USING (true) WITH CHECK (true)', guarded);
  END LOOP;
  FOREACH guarded IN ARRAY ARRAY['contracts', 'windows', 'minutes', 'evidence', 'notes',
    'notices', 'failures'] LOOP
    EXECUTE format('CREATE POLICY customers_read_their_own ON slowhour.%I FOR SELECT'
      ' TO slowhour_customer USING (tenant_id = (SELECT slowhour.own_tenant()))', guarded);
  END LOOP;
END $$;

CREATE POLICY everyone_reads_their_own ON slowhour.access_roles FOR SELECT
  USING (role_name = current_user);

-- What a customer sees is masked where a table says more than its own: views with the rights of
-- their owner, which ask who is asking.

CREATE VIEW slowhour.shown_minutes WITH (security_barrier) AS
SELECT m.tenant_id, m.endpoint_id, m.window_start, m.minute, m.accel_pool, m.requests, m.slo_misses,
  m.misses_with_long_input, m.peak_concurrency, m.peak_concurrency_at_slo, m.max_concurrency,
  m.over_concurrency, m.kv_cache_util, m.queued_requests,
  CASE WHEN slowhour.verdict_code(w.verdict) = 4 OR (SELECT slowhour.sees_all())
    THEN m.other_tenant_requests END AS other_tenant_requests
FROM slowhour.minutes m JOIN slowhour.windows w USING (tenant_id, endpoint_id, window_start)
WHERE (SELECT slowhour.sees_all()) OR m.tenant_id = (SELECT slowhour.own_tenant());

COMMENT ON VIEW slowhour.shown_minutes IS
  'Minutes that the asking role may see. Other tenants'' requests are null for a customer unless the window is an isolation failure.';

CREATE VIEW slowhour.shown_pool_minutes WITH (security_barrier) AS
SELECT p.accel_pool, p.minute, p.kv_cache_util, p.queued_requests
FROM slowhour.pool_minutes p
WHERE (SELECT slowhour.sees_all()) OR EXISTS (
  SELECT FROM slowhour.windows w WHERE w.tenant_id = (SELECT slowhour.own_tenant())
    AND w.accel_pool = p.accel_pool
    AND w.window_start > p.minute - interval '1 hour'
    AND w.window_start <= p.minute + interval '1 hour');

COMMENT ON VIEW slowhour.shown_pool_minutes IS
  'Metrics of pools that the asking role may see: a customer those of the hours in which it has a window in the pool, and of the hour before.';

CREATE VIEW slowhour.shown_events WITH (security_barrier) AS
SELECT e.accel_pool, date_trunc('minute', e.at) AS minute, e.kind,
  CASE WHEN (SELECT slowhour.sees_all()) THEN e.text END AS text
FROM slowhour.events e
WHERE (SELECT slowhour.sees_all()) OR EXISTS (
  SELECT FROM slowhour.windows w WHERE w.tenant_id = (SELECT slowhour.own_tenant())
    AND w.accel_pool = e.accel_pool
    AND w.window_start > e.at - interval '1 hour' AND w.window_start <= e.at);

COMMENT ON VIEW slowhour.shown_events IS
  'Events of the platform that the asking role may see: a customer kind and minute, in hours in which it has a window in the pool.';

CREATE VIEW slowhour.shown_notices WITH (security_barrier) AS
SELECT n.source_table, n.line, n.code, n.fields, n.tenant_id, n.endpoint_id, n.window_start,
  n.line_count, n.run_id, n.noticed_at,
  CASE WHEN (SELECT slowhour.sees_all()) THEN n.file END AS file,
  CASE WHEN (SELECT slowhour.sees_all()) THEN n.message END AS message,
  CASE WHEN (SELECT slowhour.sees_all()) THEN n.raw_line END AS raw_line
FROM slowhour.notices n
WHERE (SELECT slowhour.sees_all()) OR n.tenant_id = (SELECT slowhour.own_tenant());

COMMENT ON VIEW slowhour.shown_notices IS
  'Notices that the asking role may see: a customer its own, without file, sentence and raw line.';

CREATE VIEW slowhour.notice_counts WITH (security_barrier) AS
SELECT n.window_start, n.source_table, n.code, n.run_id, max(n.noticed_at) AS noticed_at,
  sum(n.line_count)::bigint AS lines
FROM slowhour.notices n
GROUP BY n.window_start, n.source_table, n.code, n.run_id;

COMMENT ON VIEW slowhour.notice_counts IS
  'Lines that do not count, of all tenants together: how many per hour, table, code and run.';

CREATE VIEW slowhour.pool_hours WITH (security_barrier) AS
SELECT w.accel_pool, w.window_start, w.verdict, w.verdict_at_slo, w.state, count(*) AS windows
FROM slowhour.windows w
WHERE (SELECT slowhour.sees_all_counts()) OR EXISTS (
  SELECT FROM slowhour.windows own WHERE own.tenant_id = (SELECT slowhour.own_tenant())
    AND own.accel_pool = w.accel_pool AND own.window_start = w.window_start)
GROUP BY w.accel_pool, w.window_start, w.verdict, w.verdict_at_slo, w.state;

COMMENT ON VIEW slowhour.pool_hours IS
  'How many windows of each verdict a pool had in an hour, of all tenants together: a customer sees the hours in which it has a window in the pool.';

CREATE VIEW slowhour.named_endpoints WITH (security_invoker) AS
SELECT DISTINCT ON (tenant_id, endpoint_id) tenant_id, endpoint_id, tenant_name, model
FROM slowhour.contracts
ORDER BY tenant_id, endpoint_id, valid_from DESC;

COMMENT ON VIEW slowhour.named_endpoints IS
  'Endpoints that the asking role may see, with the names in the newest version of their contract.';

-- Columns. windows.revision is withheld: it counts lines of the whole pool, other tenants' too.
GRANT USAGE ON SCHEMA slowhour
  TO slowhour_operations, slowhour_customer, slowhour_joint, slowhour_writer;

GRANT SELECT ON ALL TABLES IN SCHEMA slowhour TO slowhour_operations;

GRANT SELECT ON slowhour.contracts, slowhour.evidence, slowhour.notes, slowhour.failures,
  slowhour.access_roles,
  slowhour.shown_minutes, slowhour.shown_pool_minutes, slowhour.shown_events,
  slowhour.shown_notices, slowhour.notice_counts, slowhour.pool_hours, slowhour.named_endpoints
  TO slowhour_customer;
GRANT SELECT (tenant_id, endpoint_id, window_start, window_key, accel_pool, verdict, also_found,
  request_count, slo_miss_count, slo_miss_pct, peak_concurrency, max_concurrency,
  over_concurrency_minutes, misses_in_over_concurrency, misses_with_long_input, verdict_at_slo,
  peak_concurrency_at_slo, over_concurrency_minutes_at_slo, misses_in_over_concurrency_at_slo,
  worst_minute, worst_minute_misses, kv_cache_util_at_worst, kv_cache_util_prev_hour_avg,
  queued_at_worst, queued_prev_hour_avg, other_tenant_requests_at_worst,
  other_tenant_requests_prev_hour_avg, other_tenant_requests_ratio, summary, state, run_id,
  judged_at) ON slowhour.windows TO slowhour_customer;

GRANT SELECT ON slowhour.notice_counts, slowhour.pool_hours, slowhour.access_roles
  TO slowhour_joint;

GRANT CREATE ON SCHEMA slowhour TO slowhour_writer;
GRANT SELECT, INSERT, UPDATE, DELETE, TRUNCATE, REFERENCES ON ALL TABLES IN SCHEMA slowhour
  TO slowhour_writer;
REVOKE INSERT, UPDATE, DELETE, TRUNCATE ON slowhour.access_roles, slowhour.schema_history
  FROM slowhour_writer;

-- Temporary tables are a way to fill the disk that no reader needs.
DO $$BEGIN
  IF (SELECT pg_has_role(datdba, 'USAGE') FROM pg_database WHERE datname = current_database()) THEN
    EXECUTE format('REVOKE TEMPORARY ON DATABASE %I FROM PUBLIC', current_database());
  END IF;
END $$;
