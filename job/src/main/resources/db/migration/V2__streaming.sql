-- What the streaming job needs: notices found by their place, and runs that end in more ways.

-- A notice that is replayed is found by where its line stood. Not unique: files of different days may
-- have the same name.
CREATE INDEX notices_by_place ON slowhour.notices (file, line) WHERE file IS NOT NULL;

COMMENT ON COLUMN slowhour.notices.line IS 'Its line from 1 (or offset from 0); null for the rest.';
COMMENT ON COLUMN slowhour.notices.raw_line IS 'The line, cut at 500 characters; null for the rest, and where the streaming job does not have it any more (codes that are known only when the hour is judged). For operations only.';

ALTER TABLE slowhour.runs
  ADD COLUMN restored_from text,
  ADD COLUMN savepoint text,
  DROP CONSTRAINT runs_outcome_check,
  ADD CONSTRAINT runs_outcome_check CHECK (outcome IN ('running', 'done', 'cancelled', 'failed')),
  ADD CHECK (savepoint IS NULL OR outcome = 'done');

COMMENT ON COLUMN slowhour.runs.outcome IS 'running, done, cancelled (streaming) or failed. A failed batch run has written nothing but this row; what a streaming run has written stays.';
COMMENT ON COLUMN slowhour.runs.restored_from IS 'The savepoint or checkpoint that a streaming run began from; null: none.';
COMMENT ON COLUMN slowhour.runs.savepoint IS 'The savepoint that a streaming run was stopped with; null: none.';
COMMENT ON COLUMN slowhour.runs.inputs IS 'What is read: of a batch run an array of {table, file, bytes}, of a streaming run as it says itself.';

-- In two steps: with a default that is computed the table would be written anew.
ALTER TABLE slowhour.windows ADD COLUMN writing bigint NOT NULL DEFAULT 0;
ALTER TABLE slowhour.windows
  ALTER COLUMN writing SET DEFAULT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint;

COMMENT ON COLUMN slowhour.windows.writing IS 'Grows by one with each writing of the row, from the microsecond of the first: a writer sees from it whether anyone has written the row since it did.';
