-- Jobs in the making: what a user has typed into the wizard so far.

CREATE TABLE slipway.draft (
    id         text PRIMARY KEY CHECK (id ~ '^[0-9a-hjkmnp-tv-z]{32}$'),
    owner      text NOT NULL,
    name       text NOT NULL,
    form       text NOT NULL,
    version    integer NOT NULL CHECK (version > 0),
    changed_at timestamptz NOT NULL,
    job        text REFERENCES slipway.job (token)
);
COMMENT ON COLUMN slipway.draft.name IS 'of the job so far, as lists show it';
COMMENT ON COLUMN slipway.draft.form IS 'JSON, as dev.slipway.form writes it; passwords only sealed';
COMMENT ON COLUMN slipway.draft.version IS 'one more with each change, so that no window overwrites what another wrote';
COMMENT ON COLUMN slipway.draft.job IS 'the last job that was made of it';
CREATE INDEX draft_by_owner ON slipway.draft (owner, changed_at DESC);
