-- The jobs that one sweep became are a group. Its row holds what they share and never changes; how it stands is counted from them.

CREATE TABLE slipway.job_group (
    token           text PRIMARY KEY CHECK (token ~ '^[0-9a-hjkmnp-tv-z]{32}$'),
    owner           text NOT NULL,
    sid             text,
    document_sha256 text NOT NULL,
    document        bytea NOT NULL,
    name            text NOT NULL,
    jobs            integer NOT NULL CHECK (jobs > 0),
    accepted_at     timestamptz NOT NULL,
    parent          text REFERENCES slipway.job_group (token),
    UNIQUE (owner, sid)
);
COMMENT ON COLUMN slipway.job_group.document IS 'the sweep, once for all its jobs, which have no row in slipway.document';

CREATE TRIGGER only_added BEFORE UPDATE OR DELETE OR TRUNCATE ON slipway.job_group
    FOR EACH STATEMENT EXECUTE FUNCTION slipway.refuse_change();

ALTER TABLE slipway.job ADD COLUMN group_token text REFERENCES slipway.job_group (token);
ALTER TABLE slipway.job ADD COLUMN element integer;
COMMENT ON COLUMN slipway.job.element IS 'which of the sweep''s elements the job is, from 1';
CREATE INDEX job_by_group ON slipway.job (group_token, accepted_order) WHERE group_token IS NOT NULL;
CREATE INDEX job_open_by_group ON slipway.job (group_token, accepted_order) WHERE group_token IS NOT NULL AND state <> 'CLOSED';

-- A callback is of a job or of a group.
ALTER TABLE slipway.callback DROP CONSTRAINT callback_token_fkey;
