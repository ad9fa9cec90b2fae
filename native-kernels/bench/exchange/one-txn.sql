-- A rival: an order is one transaction, a function of the database that matches, under a lock of its symbol. No ledger, no refs.
DROP SCHEMA IF EXISTS one CASCADE;
CREATE SCHEMA one;
CREATE TABLE one.account (id bigint PRIMARY KEY, balance numeric NOT NULL CHECK (balance >= 0)) WITH (fillfactor = 50);
CREATE TABLE one.position (account bigint, symbol int, shares numeric NOT NULL CHECK (shares >= 0), PRIMARY KEY (account, symbol)) WITH (fillfactor = 50);
CREATE TABLE one.orders (id bigserial PRIMARY KEY, account bigint, symbol int, amount numeric, price numeric, remaining numeric, at timestamptz DEFAULT now());
CREATE INDEX ON one.orders (symbol, price, id) WHERE remaining > 0;
CREATE TABLE one.execution (buy bigint, sell bigint, shares numeric, price numeric, at timestamptz DEFAULT now());
INSERT INTO one.account SELECT id, 1e15 FROM generate_series(1, 64) id;
INSERT INTO one.position SELECT id, symbol, 1e9 FROM generate_series(1, 64) id, generate_series(0, 99) symbol;

CREATE FUNCTION one.place(buyer_or_seller bigint, what int, amount numeric, price numeric) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  mine bigint;
  rest numeric := abs(amount);
  other record;
  part numeric;
BEGIN
  PERFORM pg_advisory_xact_lock(21, what);
  IF amount > 0 THEN
    UPDATE one.account SET balance = balance - amount * price WHERE id = buyer_or_seller;
  ELSE
    UPDATE one.position SET shares = shares + amount WHERE account = buyer_or_seller AND symbol = what;
  END IF;
  INSERT INTO one.orders (account, symbol, amount, price, remaining) VALUES (buyer_or_seller, what, amount, price, rest) RETURNING id INTO mine;
  WHILE rest > 0 LOOP
    IF amount > 0 THEN
      SELECT o.id, o.account, o.price, o.remaining INTO other FROM one.orders o
        WHERE o.symbol = what AND o.remaining > 0 AND o.amount < 0 AND o.price <= place.price ORDER BY o.price, o.id LIMIT 1;
    ELSE
      SELECT o.id, o.account, o.price, o.remaining INTO other FROM one.orders o
        WHERE o.symbol = what AND o.remaining > 0 AND o.amount > 0 AND o.price >= place.price ORDER BY o.price DESC, o.id LIMIT 1;
    END IF;
    EXIT WHEN NOT FOUND;
    part := least(rest, other.remaining);
    rest := rest - part;
    UPDATE one.orders SET remaining = remaining - part WHERE id = other.id;
    IF amount > 0 THEN
      INSERT INTO one.execution (buy, sell, shares, price) VALUES (mine, other.id, part, other.price);
      UPDATE one.account SET balance = balance + part * (place.price - other.price) WHERE id = buyer_or_seller;
      UPDATE one.account SET balance = balance + part * other.price WHERE id = other.account;
      UPDATE one.position SET shares = shares + part WHERE account = buyer_or_seller AND symbol = what;
    ELSE
      INSERT INTO one.execution (buy, sell, shares, price) VALUES (other.id, mine, part, other.price);
      UPDATE one.account SET balance = balance + part * other.price WHERE id = buyer_or_seller;
      UPDATE one.position SET shares = shares + part WHERE account = other.account AND symbol = what;
    END IF;
  END LOOP;
  UPDATE one.orders SET remaining = rest WHERE id = mine;
  RETURN mine;
END $$;

-- The other rival: single-row updates.
CREATE TABLE one.row (id int PRIMARY KEY, value bigint NOT NULL) WITH (fillfactor = 50);
INSERT INTO one.row SELECT id, 0 FROM generate_series(1, 100000) id;
VACUUM ANALYZE one.row, one.account, one.position;
