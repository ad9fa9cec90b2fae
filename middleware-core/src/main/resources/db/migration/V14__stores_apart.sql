-- Storing in a source is granted apart from reading there, as store:NAME. Whoever had a source keeps both.

UPDATE slipway.account SET grants = ARRAY(
    SELECT word FROM unnest(grants) AS word
    UNION
    SELECT 'store:' || substr(word, length('source:') + 1) FROM unnest(grants) AS word WHERE word LIKE 'source:%'
    ORDER BY 1);
