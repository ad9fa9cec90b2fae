-- What users want to be told by mail, and the mails. A mail is kept before it is sent, until it was taken or given up.

CREATE TABLE slipway.mail_choice (
    account     text PRIMARY KEY REFERENCES slipway.account (name) ON DELETE CASCADE,
    address     text NOT NULL,
    events      text[] NOT NULL,
    zone        text NOT NULL,
    since       timestamptz NOT NULL,
    code_sha256 text,
    code_until  timestamptz NOT NULL,
    code_tries  integer NOT NULL
);
COMMENT ON COLUMN slipway.mail_choice.since IS 'jobs that ended before are not told';
COMMENT ON COLUMN slipway.mail_choice.code_sha256 IS 'of the code that confirms the address; NULL once it is confirmed';

CREATE TABLE slipway.mail (
    id       text PRIMARY KEY,
    account  text NOT NULL REFERENCES slipway.account (name) ON DELETE CASCADE,
    address  text NOT NULL,
    kind     text NOT NULL CHECK (kind IN ('CODE', 'JOBS')),
    subject  text NOT NULL,
    body     text NOT NULL,
    made_at  timestamptz NOT NULL,
    tries    integer NOT NULL,
    next_at  timestamptz NOT NULL,
    ended_at timestamptz
);
COMMENT ON COLUMN slipway.mail.body IS 'empty once the mail has ended';
CREATE INDEX mail_open ON slipway.mail (next_at) WHERE ended_at IS NULL;
CREATE INDEX mail_by_account ON slipway.mail (account, made_at);

CREATE TABLE slipway.mail_event (
    event text PRIMARY KEY,
    mail  text NOT NULL REFERENCES slipway.mail (id) ON DELETE CASCADE
);
COMMENT ON COLUMN slipway.mail_event.event IS 'what happened to a job, as TOKEN:closed; no event is told twice';
CREATE INDEX mail_event_by_mail ON slipway.mail_event (mail);
