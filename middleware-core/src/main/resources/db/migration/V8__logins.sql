-- Logins that a token names; of a token only its hash is kept.

CREATE TABLE slipway.login (
    token_sha256 text PRIMARY KEY,
    account      text NOT NULL REFERENCES slipway.account (name) ON DELETE CASCADE,
    made_at      timestamptz NOT NULL,
    expires_at   timestamptz NOT NULL
);
CREATE INDEX login_by_account ON slipway.login (account, made_at);
