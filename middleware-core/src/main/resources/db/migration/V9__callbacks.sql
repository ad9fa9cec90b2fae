-- Whom to tell that a job has closed; a callback ends when it was taken or given up.

CREATE TABLE slipway.callback (
    token    text PRIMARY KEY REFERENCES slipway.job (token),
    address  text NOT NULL,
    tries    integer NOT NULL,
    next_at  timestamptz NOT NULL,
    ended_at timestamptz
);
CREATE INDEX callback_open ON slipway.callback (next_at) WHERE ended_at IS NULL;
