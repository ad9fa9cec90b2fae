-- The risk database of the demo: the holdings of a desk, their prices, and the results of the runs.
CREATE SCHEMA risk;

CREATE TABLE risk.book (
    book_id int PRIMARY KEY,
    desk    text NOT NULL,
    name    text NOT NULL UNIQUE
);

CREATE TABLE risk.instrument (
    instrument_id int PRIMARY KEY,
    kind          text NOT NULL CHECK (kind IN ('stock', 'european', 'asian')),
    symbol        text NOT NULL,
    option        text CHECK (option IN ('call', 'put')),
    strike        numeric(12, 4),
    maturity      date,
    CHECK ((kind = 'stock') = (option IS NULL AND strike IS NULL AND maturity IS NULL))
);

CREATE TABLE risk.position (
    position_id   int PRIMARY KEY,
    book_id       int NOT NULL REFERENCES risk.book,
    instrument_id int NOT NULL REFERENCES risk.instrument,
    quantity      numeric(12, 2) NOT NULL
);
CREATE INDEX ON risk.position (book_id);

CREATE TABLE risk.price (
    symbol text NOT NULL,
    day    date NOT NULL,
    close  numeric(12, 4) NOT NULL CHECK (close > 0),
    PRIMARY KEY (symbol, day)
);

-- One row a scenario of a run; `job` is Slipway's token.
CREATE TABLE risk.run_pnl (
    job      char(32) NOT NULL,
    scenario int NOT NULL,
    pnl      double precision NOT NULL,
    PRIMARY KEY (job, scenario)
);

CREATE TABLE risk.run_figure (
    job        char(32) NOT NULL,
    measure    text NOT NULL,
    confidence numeric(6, 4),
    value      double precision NOT NULL,
    lower      double precision,
    upper      double precision,
    UNIQUE NULLS NOT DISTINCT (job, measure, confidence)
);

-- A run of the whole bank: the P&L of each desk, and figures of desks. Figures without a desk are the bank's.
CREATE TABLE risk.desk_pnl (
    job      char(32) NOT NULL,
    scenario int NOT NULL,
    desk     text NOT NULL,
    pnl      numeric NOT NULL
);

CREATE TABLE risk.bank_figure (
    job        char(32) NOT NULL,
    desk       text,
    measure    text NOT NULL,
    confidence numeric(6, 4),
    value      numeric NOT NULL,
    lower      numeric,
    upper      numeric,
    UNIQUE NULLS NOT DISTINCT (job, desk, measure, confidence)
);

-- The contribution of a desk or a factor to the bank's VaR at one level. Factors alone do not explain the rest.
CREATE TABLE risk.bank_contribution (
    job         char(32) NOT NULL,
    level       numeric(6, 4) NOT NULL,
    kind        text NOT NULL CHECK (kind IN ('desk', 'factor', 'rest')),
    label       text NOT NULL,
    value       numeric NOT NULL,
    lower       numeric,
    upper       numeric,
    position    numeric,
    marginal    numeric,
    incremental numeric,
    PRIMARY KEY (job, level, kind, label)
);

-- The worst scenarios of a run, the worst with place 1: the bank's loss, the moves of factors and the losses of
-- positions.
CREATE TABLE risk.bank_tail (
    job        char(32) NOT NULL,
    place      int NOT NULL,
    scenario   int NOT NULL,
    kind       text NOT NULL CHECK (kind IN ('bank', 'factor', 'position')),
    name       text,
    change     numeric NOT NULL,
    today      numeric NOT NULL,
    level      numeric NOT NULL,
    deviations numeric,
    UNIQUE NULLS NOT DISTINCT (job, place, kind, name)
);

-- Extracts log in as a role that can only read, stores as one that can only add results.
CREATE ROLE risk_reader LOGIN;
GRANT USAGE ON SCHEMA risk TO risk_reader;
GRANT SELECT ON ALL TABLES IN SCHEMA risk TO risk_reader;
CREATE ROLE risk_writer LOGIN;
GRANT USAGE ON SCHEMA risk TO risk_writer;
GRANT INSERT, SELECT ON risk.run_pnl, risk.run_figure, risk.desk_pnl, risk.bank_figure, risk.bank_contribution, risk.bank_tail TO risk_writer;
