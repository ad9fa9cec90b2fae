-- The results of a run of the market chain. A trade confirms each maker at each fill, and the taker once a price.
WITH asked AS (SELECT ?::char(32) AS job),
     passed AS (SELECT max(orders) AS orders FROM market.sample JOIN asked USING (job) GROUP BY rate)
SELECT (SELECT sum(orders) FROM passed) AS orders,
       (SELECT count(*) + count(DISTINCT (taker, price)) FROM market.fill JOIN asked USING (job)) AS trades,
       (SELECT round(completion_p50_us, 1) FROM market.confirmation_time JOIN asked USING (job) ORDER BY rate DESC LIMIT 1) AS p50_us
