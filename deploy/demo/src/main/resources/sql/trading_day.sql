-- The trading day of the demo: accounts and positions of the morning, the requests of the day, and the results of runs.
CREATE SCHEMA exchange;

CREATE TABLE exchange.trading_account (
    account bigint PRIMARY KEY,
    balance numeric NOT NULL CHECK (balance >= 0)
);

CREATE TABLE exchange.opening_position (
    account bigint NOT NULL REFERENCES exchange.trading_account,
    symbol  text NOT NULL,
    shares  numeric NOT NULL CHECK (shares > 0),
    PRIMARY KEY (account, symbol)
);

-- Requests come in the order of `id`. An amount below 0 sells. A query or a cancel means the order of row `request`.
CREATE TABLE exchange.request (
    id      bigint PRIMARY KEY,
    at      time NOT NULL,
    account bigint NOT NULL REFERENCES exchange.trading_account,
    kind    text NOT NULL CHECK (kind IN ('order', 'query', 'cancel')),
    symbol  text,
    amount  numeric CHECK (amount <> 0),
    price   numeric CHECK (price > 0),
    request bigint REFERENCES exchange.request,
    CHECK ((kind = 'order') = (request IS NULL)),
    CHECK ((kind = 'order') = (symbol IS NOT NULL AND amount IS NOT NULL AND price IS NOT NULL))
);

-- `number` is the number in the ledger, `at` the time of the server. `time_of_day` and `request` are those of the order
-- that came later.
CREATE TABLE exchange.execution (
    job         char(32) NOT NULL,
    number      bigint NOT NULL,
    seq         int NOT NULL,
    at          timestamptz NOT NULL,
    time_of_day time NOT NULL,
    request     bigint NOT NULL,
    symbol      text NOT NULL,
    shares      numeric NOT NULL,
    price       numeric NOT NULL,
    buyer       bigint NOT NULL,
    seller      bigint NOT NULL,
    PRIMARY KEY (job, number, seq)
);

-- Reserved amounts are shares in open sells and money for open buys.
CREATE TABLE exchange.closing_position (
    job      char(32) NOT NULL,
    account  bigint NOT NULL,
    symbol   text NOT NULL,
    shares   numeric NOT NULL,
    reserved numeric NOT NULL,
    PRIMARY KEY (job, account, symbol)
);

CREATE TABLE exchange.closing_balance (
    job      char(32) NOT NULL,
    account  bigint NOT NULL,
    balance  numeric NOT NULL,
    reserved numeric NOT NULL,
    PRIMARY KEY (job, account)
);

CREATE TABLE exchange.figure (
    job   char(32) NOT NULL,
    name  text NOT NULL,
    value numeric NOT NULL,
    PRIMARY KEY (job, name)
);

GRANT USAGE ON SCHEMA exchange TO risk_reader, risk_writer;
GRANT SELECT ON ALL TABLES IN SCHEMA exchange TO risk_reader, risk_writer;
GRANT INSERT ON exchange.execution, exchange.closing_position, exchange.closing_balance, exchange.figure TO risk_writer;
