-- The last answers of places to checks, a fixed number for each place: a new answer takes the slot of the oldest one.

CREATE TABLE slipway.answer (
    subject text NOT NULL,
    slot    integer NOT NULL,
    number  bigint NOT NULL,
    at      timestamptz NOT NULL,
    took_ns bigint NOT NULL,
    since   timestamptz NOT NULL,
    code    text,
    message text,
    detail  text,
    PRIMARY KEY (subject, slot)
);
COMMENT ON COLUMN slipway.answer.subject IS 'source:NAME, host:NAME, site:NAME or folder:NAME';
COMMENT ON COLUMN slipway.answer.number IS 'counts the answers of the subject from 1';
COMMENT ON COLUMN slipway.answer.since IS 'when the subject first answered as it did here';
COMMENT ON COLUMN slipway.answer.code IS 'the problem''s code; NULL if the subject let the service in';
