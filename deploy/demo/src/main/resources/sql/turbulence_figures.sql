-- The results of a transform, in one row.
WITH asked AS (SELECT ?::char(32) AS job),
     summary AS (SELECT name, value FROM turbulence.summary JOIN asked USING (job))
SELECT (SELECT split_part(value, 'x', 1)::bigint FROM summary WHERE name = 'size') AS size,
       (SELECT value::numeric FROM summary WHERE name = 'roundtrip_e16') AS roundtrip_e16,
       (SELECT count(*) FROM turbulence.spectrum JOIN asked USING (job)) AS spectrum_rows,
       -- The slope of the spectrum over the wave numbers of the field's lattices.
       (SELECT regr_slope(ln(power), ln(k)) FROM turbulence.spectrum JOIN asked USING (job) WHERE k BETWEEN 5 AND 50 AND power > 0) AS slope
