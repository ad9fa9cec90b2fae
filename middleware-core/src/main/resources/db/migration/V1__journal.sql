-- The journal: events are only ever added; the row of slipway.job is their projection, written in the same transaction.

CREATE SEQUENCE slipway.acceptance;

CREATE TABLE slipway.job (
    token           text PRIMARY KEY,
    accepted_order  bigint NOT NULL UNIQUE,
    owner           text NOT NULL,
    sid             text,
    document_sha256 text NOT NULL,
    name            text NOT NULL,
    partition       text NOT NULL,
    processes       integer NOT NULL,
    state           text NOT NULL,
    outcome         text,
    blocked         boolean NOT NULL,
    accepted_at     timestamptz NOT NULL,
    since           timestamptz NOT NULL,
    version         bigint NOT NULL,
    head            text NOT NULL,
    UNIQUE (owner, sid)
);
COMMENT ON COLUMN slipway.job.head IS 'hash of the job''s last event';

CREATE INDEX job_by_owner ON slipway.job (owner, accepted_order DESC);
CREATE INDEX job_open ON slipway.job (accepted_order) WHERE state <> 'CLOSED';

CREATE TABLE slipway.job_event (
    token    text NOT NULL REFERENCES slipway.job (token) DEFERRABLE INITIALLY DEFERRED,
    sequence bigint NOT NULL,
    at       timestamptz NOT NULL,
    event    text NOT NULL,
    payload  text NOT NULL,
    hash     text NOT NULL,
    PRIMARY KEY (token, sequence)
);
COMMENT ON COLUMN slipway.job_event.payload IS 'JSON, kept as the text that was hashed';
COMMENT ON COLUMN slipway.job_event.hash IS 'SHA-256 over the hash before, token, sequence, time, event and payload';

CREATE TABLE slipway.document (
    token  text PRIMARY KEY REFERENCES slipway.job (token) DEFERRABLE INITIALLY DEFERRED,
    bytes  bytea NOT NULL
);

CREATE TABLE slipway.account (
    name          text PRIMARY KEY,
    password_hash text NOT NULL,
    roles         text[] NOT NULL
);
