-- The tables from which the files of make-bank can be queried. Text columns that define the order of a file compare
-- byte by byte, in every language of the database.
CREATE SCHEMA bank;

CREATE TABLE bank.parameter (name text COLLATE "C" NOT NULL, value text NOT NULL);

-- The column `origin` says which series are real. The other series are generated, and their names begin with "sim.".
CREATE TABLE bank.factor (
    factor   text COLLATE "C" NOT NULL,
    class    text NOT NULL CHECK (class IN ('stock', 'index', 'government', 'swap', 'money', 'fx', 'commodity', 'volatility', 'economic')),
    currency text NOT NULL,
    origin   text NOT NULL CHECK (origin IN ('real', 'generated'))
);

-- The values of the factors at the fixings of each day. The history of make-bank has only closing fixings.
CREATE TABLE bank.quote (
    factor text COLLATE "C" NOT NULL,
    day    date NOT NULL,
    value  numeric NOT NULL,
    fixing text NOT NULL DEFAULT 'close' CHECK (fixing IN ('open', 'noon', 'close'))
);

CREATE TABLE bank.curve_point (curve text COLLATE "C" NOT NULL, years numeric NOT NULL, factor text NOT NULL);
CREATE TABLE bank.scenario_move (scenario text COLLATE "C" NOT NULL, factor text COLLATE "C" NOT NULL, move numeric NOT NULL);

-- A limit without a desk applies to the whole bank.
CREATE TABLE bank.risk_limit (desk text COLLATE "C", measure text COLLATE "C" NOT NULL, level numeric NOT NULL, "limit" numeric NOT NULL);

-- The positions at the end of each day.
CREATE TABLE bank.position (
    position   text COLLATE "C" NOT NULL,
    day        date NOT NULL,
    desk       text NOT NULL,
    book       text NOT NULL,
    instrument text NOT NULL,
    quantity   numeric NOT NULL
);

-- The instruments: one table for each kind.
CREATE TABLE bank.cash (instrument text COLLATE "C" NOT NULL, currency text NOT NULL);
CREATE TABLE bank.stock (instrument text COLLATE "C" NOT NULL, currency text NOT NULL, factor text NOT NULL);
CREATE TABLE bank.fx_forward (
    instrument text COLLATE "C" NOT NULL, currency text NOT NULL, factor text NOT NULL, strike numeric NOT NULL, maturity date NOT NULL,
    curve text NOT NULL, foreign_curve text NOT NULL
);
CREATE TABLE bank.commodity_forward (
    instrument text COLLATE "C" NOT NULL, currency text NOT NULL, factor text NOT NULL, strike numeric NOT NULL, maturity date NOT NULL,
    curve text NOT NULL, yield_curve text NOT NULL
);
CREATE TABLE bank.deposit (
    instrument text COLLATE "C" NOT NULL, currency text NOT NULL, rate numeric NOT NULL, start date NOT NULL, maturity date NOT NULL,
    curve text NOT NULL
);
CREATE TABLE bank.fixed_bond (
    instrument text COLLATE "C" NOT NULL, currency text NOT NULL, coupon numeric NOT NULL, per_year int NOT NULL, maturity date NOT NULL,
    curve text NOT NULL
);
CREATE TABLE bank.floating_bond (
    instrument text COLLATE "C" NOT NULL, currency text NOT NULL, spread numeric NOT NULL, per_year int NOT NULL, maturity date NOT NULL,
    current numeric NOT NULL, curve text NOT NULL, forward_curve text NOT NULL
);
CREATE TABLE bank.inflation_bond (
    instrument text COLLATE "C" NOT NULL, currency text NOT NULL, coupon numeric NOT NULL, per_year int NOT NULL, maturity date NOT NULL,
    curve text NOT NULL, factor text NOT NULL, base numeric NOT NULL
);
CREATE TABLE bank.mortgage (
    instrument text COLLATE "C" NOT NULL, currency text NOT NULL, rate numeric NOT NULL, per_year int NOT NULL, maturity date NOT NULL,
    curve text NOT NULL
);
CREATE TABLE bank.pool (
    instrument text COLLATE "C" NOT NULL, currency text NOT NULL, coupon numeric NOT NULL, rate numeric NOT NULL, age_months int NOT NULL,
    psa numeric NOT NULL, maturity date NOT NULL, curve text NOT NULL
);
CREATE TABLE bank.swap (
    instrument text COLLATE "C" NOT NULL, currency text NOT NULL, side text NOT NULL CHECK (side IN ('payer', 'receiver')),
    rate numeric NOT NULL, per_year int NOT NULL, maturity date NOT NULL, current numeric NOT NULL, curve text NOT NULL,
    forward_curve text NOT NULL
);
CREATE TABLE bank.european (
    instrument text COLLATE "C" NOT NULL, currency text NOT NULL, factor text NOT NULL, volatility text NOT NULL,
    option text NOT NULL CHECK (option IN ('call', 'put')), strike numeric NOT NULL, maturity date NOT NULL, curve text NOT NULL,
    yield_curve text NOT NULL
);
CREATE TABLE bank.digital (LIKE bank.european INCLUDING CONSTRAINTS, payout numeric NOT NULL);
CREATE TABLE bank.barrier (
    LIKE bank.european INCLUDING CONSTRAINTS,
    barrier numeric NOT NULL, direction text NOT NULL CHECK (direction IN ('up', 'down')), knock text NOT NULL CHECK (knock IN ('in', 'out')),
    rebate numeric NOT NULL
);
CREATE TABLE bank.asian (
    LIKE bank.european INCLUDING CONSTRAINTS, first_fixing date NOT NULL, fixings int NOT NULL, realised numeric
);
CREATE TABLE bank.discrete_barrier (
    LIKE bank.barrier INCLUDING CONSTRAINTS, first_fixing date NOT NULL, fixings int NOT NULL
);
CREATE TABLE bank.basket (
    instrument text COLLATE "C" NOT NULL, currency text NOT NULL, correlation numeric NOT NULL,
    option text NOT NULL CHECK (option IN ('call', 'put')), strike numeric NOT NULL, maturity date NOT NULL, curve text NOT NULL
);
CREATE TABLE bank.basket_member (
    instrument text COLLATE "C" NOT NULL, place int NOT NULL, factor text NOT NULL, volatility text NOT NULL, weight numeric NOT NULL
);

-- Returns the name 'as_of' and the last day with positions. Statements that ask for the data of a day take the day from
-- this answer.
CREATE PROCEDURE bank.closing_day(INOUT name text, INOUT value text) LANGUAGE plpgsql AS $$
BEGIN
    SELECT 'as_of', max(day)::text INTO name, value FROM bank.position;
END $$;

-- Returns the positions of a desk at the end of a day.
CREATE FUNCTION bank.holdings(of_day date, of_desk text) RETURNS SETOF bank.position LANGUAGE sql STABLE AS $$
    SELECT p.* FROM bank.position p WHERE p.day = of_day AND p.desk = of_desk
$$;
