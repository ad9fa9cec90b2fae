-- The market at noon of the trading day after the last close, generated: shares have fallen, volatilities and interest
-- rates have risen.
INSERT INTO bank.quote (factor, day, value, fixing)
SELECT q.factor, q.day + CASE extract(isodow FROM q.day) WHEN 5 THEN 3 ELSE 1 END,
       round(CASE
                 WHEN f.class IN ('stock', 'index') THEN q.value * 0.98
                 WHEN f.class = 'volatility' THEN q.value * 1.1
                 WHEN f.class IN ('government', 'swap', 'money') THEN q.value + 0.0005
                 WHEN f.class = 'fx' THEN q.value * 0.996
                 WHEN f.class = 'commodity' THEN q.value * 1.01
                 ELSE q.value
             END, scale(q.value)),
       'noon'
FROM bank.quote q JOIN bank.factor f USING (factor)
WHERE q.fixing = 'close' AND q.day = (SELECT max(day) FROM bank.quote WHERE fixing = 'close')
