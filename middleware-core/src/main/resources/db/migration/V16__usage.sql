-- What each job has used, beside its state, so that usage is counted without reading events. The columns follow from the
-- events, as all columns of the projection do; here they are computed for the jobs that are there already.

ALTER TABLE slipway.job ADD COLUMN program text NOT NULL DEFAULT '';
ALTER TABLE slipway.job ADD COLUMN project text;
ALTER TABLE slipway.job ADD COLUMN run_ms bigint;
ALTER TABLE slipway.job ADD COLUMN staged_bytes bigint NOT NULL DEFAULT 0;
COMMENT ON COLUMN slipway.job.project IS 'the account that the document wants charged; NULL without one';
COMMENT ON COLUMN slipway.job.run_ms IS 'the time of the run; NULL before its end';
COMMENT ON COLUMN slipway.job.staged_bytes IS 'moved by steps that ended well, in and out';

-- A damaged payload gives NULL: the job is found by an audit, and must not keep the service from its start.
CREATE FUNCTION slipway.told(payload text, VARIADIC path text[]) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
    RETURN payload::json #>> path;
EXCEPTION WHEN data_exception THEN
    RETURN NULL;
END $$;
CREATE FUNCTION slipway.told_ms(payload text) RETURNS bigint LANGUAGE plpgsql AS $$
BEGIN
    RETURN GREATEST(0, round(1000 * extract(epoch FROM slipway.told(payload, 'report', 'ended')::timestamptz
                                            - slipway.told(payload, 'report', 'started')::timestamptz)));
EXCEPTION WHEN data_exception THEN
    RETURN NULL;
END $$;
CREATE FUNCTION slipway.told_bytes(payload text) RETURNS bigint LANGUAGE plpgsql AS $$
BEGIN
    RETURN CASE WHEN slipway.told(payload, 'reused') IS NULL THEN slipway.told(payload, 'bytes')::bigint ELSE 0 END;
EXCEPTION WHEN data_exception THEN
    RETURN 0;
END $$;

UPDATE slipway.job j SET program = COALESCE(used.program, ''), project = used.project, run_ms = used.run_ms,
                         staged_bytes = COALESCE(used.bytes, 0)
FROM (
    SELECT e.token,
           max(COALESCE(slipway.told(e.payload, 'request', 'launch', 'executable'),
                        'stream application ' || slipway.told(e.payload, 'request', 'launch', 'stream', 'name')))
             FILTER (WHERE e.event = 'ACCEPTED') AS program,
           max(slipway.told(e.payload, 'request', 'launch', 'demand', 'choice', 'account'))
             FILTER (WHERE e.event = 'ACCEPTED') AS project,
           max(slipway.told_ms(e.payload)) FILTER (WHERE e.event = 'RUN_ENDED') AS run_ms,
           sum(slipway.told_bytes(e.payload)) FILTER (WHERE e.event = 'STEP_MOVED' AND e.sequence > COALESCE(lost.last, 0)) AS bytes
    FROM slipway.job_event e
    LEFT JOIN (SELECT token, max(sequence) AS last FROM slipway.job_event WHERE event = 'SNAPSHOT_LOST' GROUP BY token) lost
      ON lost.token = e.token
    WHERE e.event IN ('ACCEPTED', 'RUN_ENDED', 'STEP_MOVED')
    GROUP BY e.token) used
WHERE used.token = j.token;

DROP FUNCTION slipway.told_bytes(text);
DROP FUNCTION slipway.told_ms(text);
DROP FUNCTION slipway.told(text, text[]);

CREATE INDEX job_closed_since ON slipway.job (since) WHERE state = 'CLOSED';
