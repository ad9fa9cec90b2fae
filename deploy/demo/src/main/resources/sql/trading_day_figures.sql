-- Compares the results of a trading day with the morning: the money and shares of each account
-- must be those of the morning plus the trades of the day.
WITH asked AS (SELECT ?::char(32) AS job),
     day AS (SELECT e.* FROM exchange.execution e JOIN asked USING (job)),
     traded AS (
         SELECT buyer AS account, symbol, shares, -shares * price AS money FROM day
         UNION ALL
         SELECT seller, symbol, -shares, shares * price FROM day),
     closing_money AS (SELECT b.account, b.balance + b.reserved AS money FROM exchange.closing_balance b JOIN asked USING (job)),
     due_money AS (
         SELECT a.account, a.balance + coalesce(sum(t.money), 0) AS money
         FROM exchange.trading_account a LEFT JOIN traded t USING (account) GROUP BY a.account),
     closing_shares AS (SELECT p.account, p.symbol, p.shares + p.reserved AS shares FROM exchange.closing_position p JOIN asked USING (job)),
     due_shares AS (
         SELECT account, symbol, sum(shares) AS shares
         FROM (SELECT account, symbol, shares FROM traded
               UNION ALL
               SELECT account, symbol, shares FROM exchange.opening_position) s
         GROUP BY account, symbol)
SELECT (SELECT trim_scale(value) FROM exchange.figure JOIN asked USING (job) WHERE name = 'orders') AS orders,
       (SELECT count(*) FROM day) AS executions,
       (SELECT trim_scale(coalesce(sum(abs(coalesce(c.money, 0) - coalesce(d.money, 0))), 0))
        FROM closing_money c FULL JOIN due_money d USING (account)) AS money_off,
       (SELECT trim_scale(coalesce(sum(abs(coalesce(c.shares, 0) - coalesce(d.shares, 0))), 0))
        FROM closing_shares c FULL JOIN due_shares d USING (account, symbol)) AS shares_off
