-- Adds generated rows that a bank's database has in addition to the extracts of one day: the open and noon fixings of
-- each day, and the positions of the 24 days before.
INSERT INTO bank.quote (factor, day, value, fixing)
SELECT q.factor, q.day, round(q.value * (1 + f.shift * (extract(doy FROM q.day) - 183) / 183), scale(q.value)), f.fixing
FROM (VALUES ('open', 0.002), ('noon', 0.001)) f (fixing, shift), bank.quote q
ORDER BY f.fixing, q.factor, q.day;

INSERT INTO bank.position (position, day, desk, book, instrument, quantity)
SELECT p.position, p.day - n, p.desk, p.book, p.instrument, p.quantity + n
FROM generate_series(1, 24) n, bank.position p
ORDER BY n, p.position;
