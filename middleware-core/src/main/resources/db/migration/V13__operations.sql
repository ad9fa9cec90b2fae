-- What operators have stopped for a while: all launches, those of a partition, the steps at a place.

CREATE TABLE slipway.stoppage (
    subject text PRIMARY KEY,
    by_user text NOT NULL,
    since   timestamptz NOT NULL,
    reason  text NOT NULL
);
COMMENT ON COLUMN slipway.stoppage.subject IS 'launches, partition:NAME, source:NAME, host:NAME, site:NAME or folder:NAME';
