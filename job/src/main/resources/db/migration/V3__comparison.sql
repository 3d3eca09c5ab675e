-- Requests that were not answered; scores of verdicts against planted causes; the same hours under
-- two configurations. All of it is for operations: rows name every tenant.

CREATE TABLE slowhour.failures (
  tenant_id text COLLATE "C" NOT NULL,
  endpoint_id text COLLATE "C" NOT NULL,
  window_start timestamptz NOT NULL,
  refused bigint NOT NULL CHECK (refused >= 0),
  timeout bigint NOT NULL CHECK (timeout >= 0),
  cancelled bigint NOT NULL CHECK (cancelled >= 0),
  error bigint NOT NULL CHECK (error >= 0),
  run_id bigint NOT NULL REFERENCES slowhour.runs,
  PRIMARY KEY (tenant_id, endpoint_id, window_start)
);

CREATE INDEX failures_by_hour ON slowhour.failures (window_start);

COMMENT ON TABLE slowhour.failures IS 'Requests of an endpoint and hour that ended without an answer, each request id once, as in failures.jsonl. They change no verdict; an hour may have them and no window.';
COMMENT ON COLUMN slowhour.failures.tenant_id IS 'The tenant.';
COMMENT ON COLUMN slowhour.failures.endpoint_id IS 'The endpoint.';
COMMENT ON COLUMN slowhour.failures.window_start IS 'Start of the hour in which they were sent.';
COMMENT ON COLUMN slowhour.failures.refused IS 'Requests that were turned away.';
COMMENT ON COLUMN slowhour.failures.timeout IS 'Requests that were given up.';
COMMENT ON COLUMN slowhour.failures.cancelled IS 'Requests that were taken back.';
COMMENT ON COLUMN slowhour.failures.error IS 'Requests that broke off.';
COMMENT ON COLUMN slowhour.failures.run_id IS 'The run that wrote the row.';

CREATE TABLE slowhour.scores (
  score_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL UNIQUE,
  version text NOT NULL,
  scored_at timestamptz NOT NULL DEFAULT now(),
  planted bigint NOT NULL,
  right_by_rule bigint NOT NULL,
  right_at_slo bigint NOT NULL
);

COMMENT ON TABLE slowhour.scores IS 'One row a score: judged windows against the causes that were planted. The same name again replaces it.';
COMMENT ON COLUMN slowhour.scores.score_id IS 'Number of the score; its windows carry it.';
COMMENT ON COLUMN slowhour.scores.name IS 'What the user called it.';
COMMENT ON COLUMN slowhour.scores.version IS 'Version of Slowhour.';
COMMENT ON COLUMN slowhour.scores.scored_at IS 'When it was written.';
COMMENT ON COLUMN slowhour.scores.planted IS 'Windows with a planted cause.';
COMMENT ON COLUMN slowhour.scores.right_by_rule IS 'Those that came out as planted by the rule.';
COMMENT ON COLUMN slowhour.scores.right_at_slo IS 'Those that came out as planted by the second reading.';

CREATE TABLE slowhour.score_windows (
  score_id bigint NOT NULL REFERENCES slowhour.scores ON DELETE CASCADE,
  tenant_id text COLLATE "C" NOT NULL,
  endpoint_id text COLLATE "C" NOT NULL,
  window_start timestamptz NOT NULL,
  planted text,
  cause text,
  has_answered_hour boolean NOT NULL,
  verdict text,
  verdict_at_slo text,
  is_right boolean,
  is_right_at_slo boolean,
  request_count bigint,
  slo_miss_count bigint,
  misses_in_over_concurrency bigint,
  misses_in_over_concurrency_at_slo bigint,
  misses_with_long_input bigint,
  missed_by text CHECK (missed_by IN ('one_percent', 'over_concurrency', 'long_input')),
  margin bigint,
  noise bigint,
  missed_by_at_slo text
    CHECK (missed_by_at_slo IN ('one_percent', 'over_concurrency', 'long_input')),
  margin_at_slo bigint,
  noise_at_slo bigint,
  PRIMARY KEY (score_id, tenant_id, endpoint_id, window_start)
);

COMMENT ON TABLE slowhour.score_windows IS 'The windows of a score, planted or not.';
COMMENT ON COLUMN slowhour.score_windows.score_id IS 'The score.';
COMMENT ON COLUMN slowhour.score_windows.tenant_id IS 'The tenant.';
COMMENT ON COLUMN slowhour.score_windows.endpoint_id IS 'The endpoint.';
COMMENT ON COLUMN slowhour.score_windows.window_start IS 'Start of the hour.';
COMMENT ON COLUMN slowhour.score_windows.planted IS 'The verdict that the planted cause calls for; null where nobody planned one.';
COMMENT ON COLUMN slowhour.score_windows.cause IS 'What was planted, in words; null where nothing was.';
COMMENT ON COLUMN slowhour.score_windows.has_answered_hour IS 'Whether any window of the hour has a planted cause.';
COMMENT ON COLUMN slowhour.score_windows.verdict IS 'What came out by the rule; null when there is no such window.';
COMMENT ON COLUMN slowhour.score_windows.verdict_at_slo IS 'What came out by the second reading; null likewise.';
COMMENT ON COLUMN slowhour.score_windows.is_right IS 'Whether verdict is as planted; null where nothing was planted.';
COMMENT ON COLUMN slowhour.score_windows.is_right_at_slo IS 'Whether verdict_at_slo is as planted; null likewise.';
COMMENT ON COLUMN slowhour.score_windows.request_count IS 'n: requests; null when there is no such window, as of the four that follow.';
COMMENT ON COLUMN slowhour.score_windows.slo_miss_count IS 'm: requests that missed their SLO.';
COMMENT ON COLUMN slowhour.score_windows.misses_in_over_concurrency IS 'c: misses in minutes over the contract.';
COMMENT ON COLUMN slowhour.score_windows.misses_in_over_concurrency_at_slo IS 'The same by the second reading.';
COMMENT ON COLUMN slowhour.score_windows.misses_with_long_input IS 'l: misses with more input tokens than contracted.';
COMMENT ON COLUMN slowhour.score_windows.missed_by IS 'The test of the rule that kept verdict from being as planted: one_percent, over_concurrency, long_input; null when it is.';
COMMENT ON COLUMN slowhour.score_windows.margin IS 'Its margin: m×100−n, c×2−m or l×2−m.';
COMMENT ON COLUMN slowhour.score_windows.noise IS 'The largest absolute margin that is noise (docs/comparing.md).';
COMMENT ON COLUMN slowhour.score_windows.missed_by_at_slo IS 'The same test by the second reading.';
COMMENT ON COLUMN slowhour.score_windows.margin_at_slo IS 'Its margin.';
COMMENT ON COLUMN slowhour.score_windows.noise_at_slo IS 'What of it is noise.';

CREATE TABLE slowhour.comparisons (
  comparison_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('compare', 'sensitivity')),
  name text NOT NULL,
  before_name text NOT NULL,
  after_name text NOT NULL,
  version text NOT NULL,
  compared_at timestamptz NOT NULL DEFAULT now(),
  hours bigint NOT NULL,
  shift_hours bigint NOT NULL,
  left_out_before bigint NOT NULL,
  left_out_after bigint NOT NULL,
  UNIQUE (kind, name)
);

COMMENT ON TABLE slowhour.comparisons IS 'One row a comparison: the same hours under two configurations (compare), or the same requests by two lengths of a request (sensitivity). The same kind and name again replaces it.';
COMMENT ON COLUMN slowhour.comparisons.comparison_id IS 'Number of the comparison; its rows carry it.';
COMMENT ON COLUMN slowhour.comparisons.kind IS 'compare or sensitivity.';
COMMENT ON COLUMN slowhour.comparisons.name IS 'What the user called it.';
COMMENT ON COLUMN slowhour.comparisons.before_name IS 'What the configuration before is called; of a sensitivity the rule''s length.';
COMMENT ON COLUMN slowhour.comparisons.after_name IS 'What the configuration after is called; of a sensitivity the other length.';
COMMENT ON COLUMN slowhour.comparisons.version IS 'Version of Slowhour.';
COMMENT ON COLUMN slowhour.comparisons.compared_at IS 'When it was written.';
COMMENT ON COLUMN slowhour.comparisons.hours IS 'Hours that both have a window in; only these are compared.';
COMMENT ON COLUMN slowhour.comparisons.shift_hours IS 'By how many hours the windows after were moved to stand beside those before.';
COMMENT ON COLUMN slowhour.comparisons.left_out_before IS 'Windows before in other hours.';
COMMENT ON COLUMN slowhour.comparisons.left_out_after IS 'Windows after in other hours.';

CREATE TABLE slowhour.comparison_windows (
  comparison_id bigint NOT NULL REFERENCES slowhour.comparisons ON DELETE CASCADE,
  tenant_id text COLLATE "C" NOT NULL,
  endpoint_id text COLLATE "C" NOT NULL,
  window_start timestamptz NOT NULL,
  verdict_before text,
  verdict_after text,
  verdict_at_slo_before text,
  verdict_at_slo_after text,
  request_count_before bigint,
  request_count_after bigint,
  slo_miss_count_before bigint,
  slo_miss_count_after bigint,
  misses_in_over_concurrency_before bigint,
  misses_in_over_concurrency_after bigint,
  misses_in_over_concurrency_at_slo_before bigint,
  misses_in_over_concurrency_at_slo_after bigint,
  misses_with_long_input_before bigint,
  misses_with_long_input_after bigint,
  is_changed boolean NOT NULL,
  parting_test text CHECK (parting_test IN ('one_percent', 'over_concurrency', 'long_input')),
  margin_before bigint,
  margin_after bigint,
  noise_before bigint,
  noise_after bigint,
  is_marginal boolean,
  is_changed_at_slo boolean NOT NULL,
  parting_test_at_slo text
    CHECK (parting_test_at_slo IN ('one_percent', 'over_concurrency', 'long_input')),
  margin_at_slo_before bigint,
  margin_at_slo_after bigint,
  noise_at_slo_before bigint,
  noise_at_slo_after bigint,
  is_marginal_at_slo boolean,
  PRIMARY KEY (comparison_id, tenant_id, endpoint_id, window_start)
);

COMMENT ON TABLE slowhour.comparison_windows IS 'Every window of the hours that are compared, before and after in one row.';
COMMENT ON COLUMN slowhour.comparison_windows.comparison_id IS 'The comparison.';
COMMENT ON COLUMN slowhour.comparison_windows.tenant_id IS 'The tenant.';
COMMENT ON COLUMN slowhour.comparison_windows.endpoint_id IS 'The endpoint.';
COMMENT ON COLUMN slowhour.comparison_windows.window_start IS 'Start of the hour, by the time before.';
COMMENT ON COLUMN slowhour.comparison_windows.verdict_before IS 'The verdict before; null when there is no such window.';
COMMENT ON COLUMN slowhour.comparison_windows.verdict_after IS 'The verdict after; null likewise.';
COMMENT ON COLUMN slowhour.comparison_windows.verdict_at_slo_before IS 'The second reading before; null likewise.';
COMMENT ON COLUMN slowhour.comparison_windows.verdict_at_slo_after IS 'The second reading after; null likewise.';
COMMENT ON COLUMN slowhour.comparison_windows.request_count_before IS 'n before: requests; null when there is no such window, as of all counts.';
COMMENT ON COLUMN slowhour.comparison_windows.request_count_after IS 'n after.';
COMMENT ON COLUMN slowhour.comparison_windows.slo_miss_count_before IS 'm before: requests that missed their SLO.';
COMMENT ON COLUMN slowhour.comparison_windows.slo_miss_count_after IS 'm after.';
COMMENT ON COLUMN slowhour.comparison_windows.misses_in_over_concurrency_before IS 'c before: misses in minutes over the contract.';
COMMENT ON COLUMN slowhour.comparison_windows.misses_in_over_concurrency_after IS 'c after.';
COMMENT ON COLUMN slowhour.comparison_windows.misses_in_over_concurrency_at_slo_before IS 'c at SLO before.';
COMMENT ON COLUMN slowhour.comparison_windows.misses_in_over_concurrency_at_slo_after IS 'c at SLO after.';
COMMENT ON COLUMN slowhour.comparison_windows.misses_with_long_input_before IS 'l before: misses with more input tokens than contracted.';
COMMENT ON COLUMN slowhour.comparison_windows.misses_with_long_input_after IS 'l after.';
COMMENT ON COLUMN slowhour.comparison_windows.is_changed IS 'Whether the verdict changed; false where one of the two windows is not there.';
COMMENT ON COLUMN slowhour.comparison_windows.parting_test IS 'The test of the rule that turned out differently: one_percent, over_concurrency, long_input; null when none did.';
COMMENT ON COLUMN slowhour.comparison_windows.margin_before IS 'Its margin before: m×100−n, c×2−m or l×2−m.';
COMMENT ON COLUMN slowhour.comparison_windows.margin_after IS 'Its margin after.';
COMMENT ON COLUMN slowhour.comparison_windows.noise_before IS 'The largest absolute margin before that is noise (docs/comparing.md).';
COMMENT ON COLUMN slowhour.comparison_windows.noise_after IS 'The same after.';
COMMENT ON COLUMN slowhour.comparison_windows.is_marginal IS 'Whether both margins are noise; null when the verdict did not change.';
COMMENT ON COLUMN slowhour.comparison_windows.is_changed_at_slo IS 'Whether the second reading changed.';
COMMENT ON COLUMN slowhour.comparison_windows.parting_test_at_slo IS 'The test that turned out differently by the second reading.';
COMMENT ON COLUMN slowhour.comparison_windows.margin_at_slo_before IS 'Its margin before.';
COMMENT ON COLUMN slowhour.comparison_windows.margin_at_slo_after IS 'Its margin after.';
COMMENT ON COLUMN slowhour.comparison_windows.noise_at_slo_before IS 'What of it is noise before.';
COMMENT ON COLUMN slowhour.comparison_windows.noise_at_slo_after IS 'What of it is noise after.';
COMMENT ON COLUMN slowhour.comparison_windows.is_marginal_at_slo IS 'Whether both are noise; null when the second reading did not change.';

CREATE TABLE slowhour.comparison_goodput (
  comparison_id bigint NOT NULL REFERENCES slowhour.comparisons ON DELETE CASCADE,
  side text NOT NULL CHECK (side IN ('before', 'after')),
  configuration text NOT NULL,
  tenant_id text COLLATE "C" NOT NULL,
  within_slo bigint NOT NULL,
  answered bigint NOT NULL,
  failed bigint,
  seconds bigint NOT NULL,
  goodput_per_second numeric NOT NULL,
  goodput_share numeric,
  PRIMARY KEY (comparison_id, side, tenant_id)
);

COMMENT ON TABLE slowhour.comparison_goodput IS 'Goodput of each tenant under each configuration, over the hours that are compared.';
COMMENT ON COLUMN slowhour.comparison_goodput.comparison_id IS 'The comparison.';
COMMENT ON COLUMN slowhour.comparison_goodput.side IS 'before or after.';
COMMENT ON COLUMN slowhour.comparison_goodput.configuration IS 'What the configuration is called.';
COMMENT ON COLUMN slowhour.comparison_goodput.tenant_id IS 'The tenant.';
COMMENT ON COLUMN slowhour.comparison_goodput.within_slo IS 'Requests that were answered within their SLO.';
COMMENT ON COLUMN slowhour.comparison_goodput.answered IS 'Requests that were answered.';
COMMENT ON COLUMN slowhour.comparison_goodput.failed IS 'Requests that were not answered, each id once an hour; null when the input told of none and not that there were none.';
COMMENT ON COLUMN slowhour.comparison_goodput.seconds IS 'Length of the hours that are compared, seconds.';
COMMENT ON COLUMN slowhour.comparison_goodput.goodput_per_second IS 'within_slo per second, four places.';
COMMENT ON COLUMN slowhour.comparison_goodput.goodput_share IS 'within_slo of all that were sent (answered, and failed where that is known), 0 to 1, four places; null when none was.';

CREATE TABLE slowhour.comparison_minutes (
  comparison_id bigint NOT NULL REFERENCES slowhour.comparisons ON DELETE CASCADE,
  tenant_id text COLLATE "C" NOT NULL,
  endpoint_id text COLLATE "C" NOT NULL,
  window_start timestamptz NOT NULL,
  minute timestamptz NOT NULL,
  max_concurrency bigint NOT NULL,
  peak_concurrency_before bigint NOT NULL,
  peak_concurrency_after bigint NOT NULL,
  peak_concurrency_at_slo_before bigint NOT NULL,
  peak_concurrency_at_slo_after bigint NOT NULL,
  PRIMARY KEY (comparison_id, tenant_id, endpoint_id, minute)
);

COMMENT ON TABLE slowhour.comparison_minutes IS 'Minutes whose concurrency is another by the other length of a request (kind sensitivity). They flip where one of the two is above max_concurrency and the other is not.';
COMMENT ON COLUMN slowhour.comparison_minutes.comparison_id IS 'The comparison.';
COMMENT ON COLUMN slowhour.comparison_minutes.tenant_id IS 'The tenant.';
COMMENT ON COLUMN slowhour.comparison_minutes.endpoint_id IS 'The endpoint.';
COMMENT ON COLUMN slowhour.comparison_minutes.window_start IS 'Start of the hour.';
COMMENT ON COLUMN slowhour.comparison_minutes.minute IS 'Start of the minute.';
COMMENT ON COLUMN slowhour.comparison_minutes.max_concurrency IS 'The contract''s.';
COMMENT ON COLUMN slowhour.comparison_minutes.peak_concurrency_before IS 'Requests in progress at once by the rule''s length.';
COMMENT ON COLUMN slowhour.comparison_minutes.peak_concurrency_after IS 'The same by the other length.';
COMMENT ON COLUMN slowhour.comparison_minutes.peak_concurrency_at_slo_before IS 'The same by the second reading, by the rule''s length.';
COMMENT ON COLUMN slowhour.comparison_minutes.peak_concurrency_at_slo_after IS 'The same by the other length.';
