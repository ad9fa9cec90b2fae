-- The ledger of the service's own operations, a hash chain of its own; checkpoints in it cover the heads of the jobs' chains.

CREATE TABLE slipway.operation (
    sequence bigint PRIMARY KEY,
    at       timestamptz NOT NULL,
    kind     text NOT NULL,
    by_user  text NOT NULL,
    origin   text NOT NULL,
    text     text NOT NULL,
    payload  text NOT NULL,
    hash     text NOT NULL
);
COMMENT ON COLUMN slipway.operation.payload IS 'of a checkpoint: a line "token version head" for each job it covers; else empty';
COMMENT ON COLUMN slipway.operation.hash IS 'SHA-256 over the hash before, sequence, time, kind, user, origin, text and payload';

CREATE TABLE slipway.operation_head (
    sole     boolean PRIMARY KEY DEFAULT true CHECK (sole),
    sequence bigint NOT NULL,
    hash     text NOT NULL
);
INSERT INTO slipway.operation_head (sequence, hash) VALUES (0, repeat('0', 64));

ALTER TABLE slipway.job ADD COLUMN covered_version bigint NOT NULL DEFAULT 0;
ALTER TABLE slipway.job ADD COLUMN covered_by bigint;
COMMENT ON COLUMN slipway.job.covered_version IS 'version at the last checkpoint that covers the job';
COMMENT ON COLUMN slipway.job.covered_by IS 'sequence of that checkpoint among the operations';

-- A row that no version of Slipway can have written would stop every list.
ALTER TABLE slipway.job ADD CONSTRAINT job_token CHECK (token ~ '^[0-9a-hjkmnp-tv-z]{32}$');
ALTER TABLE slipway.job ADD CONSTRAINT job_state
    CHECK (state IN ('QUEUED', 'STAGING_IN', 'READY', 'RUNNING', 'STAGING_OUT', 'CLEANING', 'CLOSED'));

-- Stops accidents, not an owner of the tables: what an owner does shows in the hashes.
CREATE FUNCTION slipway.refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '% on slipway.% is refused: its rows are only ever added', TG_OP, TG_TABLE_NAME
        USING ERRCODE = 'restrict_violation';
END
$$;

CREATE TRIGGER only_added BEFORE UPDATE OR DELETE OR TRUNCATE ON slipway.job_event
    FOR EACH STATEMENT EXECUTE FUNCTION slipway.refuse_change();
CREATE TRIGGER only_added BEFORE UPDATE OR DELETE OR TRUNCATE ON slipway.document
    FOR EACH STATEMENT EXECUTE FUNCTION slipway.refuse_change();
CREATE TRIGGER only_added BEFORE UPDATE OR DELETE OR TRUNCATE ON slipway.operation
    FOR EACH STATEMENT EXECUTE FUNCTION slipway.refuse_change();
