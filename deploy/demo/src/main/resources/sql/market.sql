-- The market of the demo: orders to be matched, and the results of runs of the market chain.
CREATE SCHEMA market;

-- `id` is the order in which they come; prices are in ticks, volumes in lots.
CREATE TABLE market.incoming_order (
    id         bigint PRIMARY KEY,
    kind       text NOT NULL CHECK (kind = 'limit'),
    instrument int NOT NULL CHECK (instrument >= 0),
    side       text NOT NULL CHECK (side IN ('bid', 'ask')),
    price      bigint NOT NULL CHECK (price > 0),
    volume     bigint NOT NULL CHECK (volume > 0)
);

-- A fill: the maker is the order that rested, the taker the one that came in. `job` is Slipway's token.
CREATE TABLE market.fill (
    job        char(32) NOT NULL,
    number     bigint NOT NULL,
    instrument int NOT NULL,
    price      bigint NOT NULL,
    volume     bigint NOT NULL,
    maker      bigint NOT NULL,
    taker      bigint NOT NULL,
    taker_side text NOT NULL,
    PRIMARY KEY (job, number)
);

-- The orders that rested at the end, by price level.
CREATE TABLE market.resting (
    job        char(32) NOT NULL,
    instrument int NOT NULL,
    side       text NOT NULL,
    price      bigint NOT NULL,
    volume     bigint NOT NULL,
    orders     bigint NOT NULL,
    PRIMARY KEY (job, instrument, side, price)
);

-- The confirmation's samples: at each rate, after each number of orders. The times are those of the orders since the
-- sample before.
CREATE TABLE market.sample (
    job               char(32) NOT NULL,
    rate              bigint NOT NULL,
    orders            bigint NOT NULL,
    seconds           numeric NOT NULL,
    orders_per_s      numeric NOT NULL,
    messages_per_s    numeric NOT NULL,
    completion_us     numeric NOT NULL,
    completion_p50_us numeric NOT NULL,
    completion_p99_us numeric NOT NULL,
    PRIMARY KEY (job, rate, orders)
);

-- Confirmation times of a whole rate, in microseconds from when an order was to be sent.
CREATE TABLE market.confirmation_time (
    job               char(32) NOT NULL,
    rate              bigint NOT NULL,
    order_us          numeric NOT NULL,
    trade_us          numeric NOT NULL,
    completion_us     numeric NOT NULL,
    completion_p50_us numeric NOT NULL,
    completion_p99_us numeric NOT NULL,
    PRIMARY KEY (job, rate)
);

GRANT USAGE ON SCHEMA market TO risk_reader, risk_writer;
GRANT SELECT ON ALL TABLES IN SCHEMA market TO risk_reader, risk_writer;
GRANT INSERT ON market.fill, market.resting, market.sample, market.confirmation_time TO risk_writer;
