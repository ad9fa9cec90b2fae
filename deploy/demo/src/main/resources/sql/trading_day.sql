-- The trading day of the demo: what stands in the morning, what is asked for over the day, and what runs stored of it.
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

-- `id` is the order in which they come. An amount below 0 sells; a query and a cancel mean the order of the row `request`.
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

-- `number` is that of the ledger; `at` the time of the server, `time_of_day` and `request` those of the order that came later.
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

-- What is reserved is in open sells, and for open buys.
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
