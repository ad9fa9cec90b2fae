-- The texts that lists of jobs show, order and search, beside the state of each job. The columns follow from the events, as
-- all columns of the projection do; here they are computed for the jobs that are there already.

ALTER TABLE slipway.job ADD COLUMN template text NOT NULL DEFAULT '';
ALTER TABLE slipway.job ADD COLUMN template_values text NOT NULL DEFAULT '';
ALTER TABLE slipway.job ADD COLUMN reason text NOT NULL DEFAULT '';
COMMENT ON COLUMN slipway.job.template IS 'the template that made the job, with its owner; empty without one';
COMMENT ON COLUMN slipway.job.template_values IS 'the values of the template''s blanks, in words';
COMMENT ON COLUMN slipway.job.reason IS 'the message of the problem that failed the job; empty if it did not fail';

-- A damaged payload gives an empty text: the job is found by an audit, and must not keep the service from its start.
CREATE FUNCTION slipway.told(payload text, VARIADIC path text[]) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
    RETURN COALESCE(payload::json #>> path, '');
EXCEPTION WHEN data_exception THEN
    RETURN '';
END $$;
-- The text of a description after the last beginning of a template's note; empty without a note.
CREATE FUNCTION slipway.noted(description text) RETURNS text LANGUAGE sql AS $$
    SELECT CASE WHEN description LIKE '%[template %, version %]' AND position(', version ' IN note) > 0 THEN note ELSE '' END
    FROM (SELECT right(description, position(reverse('[template ') IN reverse(description)) - 1) AS note) AS last
$$;

UPDATE slipway.job j SET template = split_part(note, ', version ', 1),
                         template_values = CASE WHEN position(': ' IN after_name) > 0
                             THEN substr(after_name, position(': ' IN after_name) + 2) ELSE '' END
FROM (SELECT token, note, substr(note, position(', version ' IN note) + 10,
                                 length(note) - position(', version ' IN note) - 10) AS after_name
      FROM (SELECT token, slipway.noted(slipway.told(payload, 'request', 'description')) AS note
            FROM slipway.job_event WHERE event = 'ACCEPTED') AS noted
      WHERE note <> '') AS parts
WHERE parts.token = j.token;

UPDATE slipway.job j SET reason = slipway.told(e.payload, 'problem', 'message')
FROM slipway.job_event e WHERE e.token = j.token AND e.event = 'FAILED' AND j.outcome = 'FAILED';

DROP FUNCTION slipway.noted(text);
DROP FUNCTION slipway.told(text, text[]);

CREATE INDEX job_by_template ON slipway.job (template, accepted_order DESC) WHERE template <> '';

-- How each user wants to see the list of jobs.

CREATE TABLE slipway.list_columns (
    account text PRIMARY KEY REFERENCES slipway.account (name) ON DELETE CASCADE,
    columns text[] NOT NULL
);

CREATE TABLE slipway.list_filter (
    account text NOT NULL REFERENCES slipway.account (name) ON DELETE CASCADE,
    name    text NOT NULL,
    query   text NOT NULL,
    PRIMARY KEY (account, name)
);
