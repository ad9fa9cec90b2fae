-- The tables of the exchange server. Amounts are exact decimals: shares and prices have 4, money has 8.

-- The ledger: one row for each effect, in order. Rows are added and never changed.
CREATE TABLE IF NOT EXISTS ledger (
  number bigint PRIMARY KEY,
  at timestamptz NOT NULL,
  kind text NOT NULL,         -- symbol, account, shares, order, cancel
  account bigint,
  symbol text,
  amount numeric,             -- account: the balance; shares; order: below 0, a sell
  price numeric,              -- of an order: the limit
  order_id bigint);

-- The tables below are as of one ledger number: state.as_of.
CREATE TABLE IF NOT EXISTS symbol (symbol text PRIMARY KEY);
CREATE TABLE IF NOT EXISTS account (
  id bigint PRIMARY KEY,
  balance numeric NOT NULL CHECK (balance >= 0),    -- free
  reserved numeric NOT NULL CHECK (reserved >= 0))  -- for open buys
  WITH (fillfactor = 50);
CREATE TABLE IF NOT EXISTS position (
  account bigint NOT NULL,
  symbol text NOT NULL,
  shares numeric NOT NULL CHECK (shares >= 0),      -- free
  reserved numeric NOT NULL CHECK (reserved >= 0),  -- in open sells
  PRIMARY KEY (account, symbol))
  WITH (fillfactor = 50);
CREATE TABLE IF NOT EXISTS "order" (
  id bigint PRIMARY KEY,
  account bigint NOT NULL,
  symbol text NOT NULL,
  amount numeric NOT NULL,    -- below 0: a sell
  price numeric NOT NULL,     -- the limit
  remaining numeric NOT NULL CHECK (remaining >= 0),  -- open, or canceled
  state text NOT NULL,        -- open, executed, canceled
  opened timestamptz NOT NULL,
  closed timestamptz)
  WITH (fillfactor = 90);
CREATE INDEX IF NOT EXISTS order_open ON "order" (id) WHERE state = 'open';
CREATE TABLE IF NOT EXISTS execution (
  number bigint NOT NULL,     -- of the ledger row of the order that came in
  seq integer NOT NULL,
  buy_order bigint NOT NULL,
  sell_order bigint NOT NULL,
  symbol text NOT NULL,
  shares numeric NOT NULL,
  price numeric NOT NULL,
  at timestamptz NOT NULL);
CREATE INDEX IF NOT EXISTS execution_buy ON execution (buy_order);
CREATE INDEX IF NOT EXISTS execution_sell ON execution (sell_order);

CREATE TABLE IF NOT EXISTS state (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  as_of bigint NOT NULL DEFAULT 0,
  at timestamptz NOT NULL DEFAULT 'epoch',  -- of the row as_of
  orders bigint NOT NULL DEFAULT 0);        -- the last order's number
INSERT INTO state DEFAULT VALUES ON CONFLICT DO NOTHING;

-- The answers to requests with a ref.
CREATE TABLE IF NOT EXISTS ref (
  ref text PRIMARY KEY,
  seq bigint NOT NULL,
  hash bigint NOT NULL,       -- of the ref
  content bytea NOT NULL,     -- a fingerprint of the request
  answer bytea NOT NULL);
CREATE INDEX IF NOT EXISTS ref_seq ON ref (seq);

-- The server that may write. Each start raises the epoch, and each write begins with exchange_fence(epoch of the server).
CREATE TABLE IF NOT EXISTS server (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  epoch bigint NOT NULL DEFAULT 0);
INSERT INTO server DEFAULT VALUES ON CONFLICT DO NOTHING;
CREATE OR REPLACE FUNCTION exchange_fence(mine bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  -- A start takes this lock exclusively, and so waits for running writes.
  PERFORM pg_advisory_xact_lock_shared(2121, 2);
  IF (SELECT epoch FROM server) IS DISTINCT FROM mine THEN
    RAISE EXCEPTION 'another exchange server has taken over this database' USING ERRCODE = 'XS001';
  END IF;
END $$;
