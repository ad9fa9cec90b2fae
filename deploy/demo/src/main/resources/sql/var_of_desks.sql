-- Value-at-Risk, relative to today's value, of any set of desks. The result equals the program's to the last digit,
-- because all P&L is added exactly.
-- Parameters: the run's token; the desks as an array, or NULL for the whole bank; the confidence as a numeric, such as 0.99.
WITH asked AS (SELECT ?::text AS job, ?::text[] AS desks, ?::numeric AS confidence),
     summed AS (
         SELECT sum(pnl) AS pnl FROM risk.desk_pnl p, asked a
         WHERE p.job = a.job AND (a.desks IS NULL OR p.desk = ANY (a.desks))
         GROUP BY p.scenario
     )
SELECT -percentile_disc((SELECT (1 - confidence)::float8 FROM asked)) WITHIN GROUP (ORDER BY pnl) AS var_today FROM summed
