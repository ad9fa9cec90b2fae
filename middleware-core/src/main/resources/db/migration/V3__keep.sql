-- What of a closed job is still there, and for whom its time is over first.

ALTER TABLE slipway.job ADD COLUMN folder_kept boolean NOT NULL DEFAULT false;
ALTER TABLE slipway.job ADD COLUMN results_kept boolean NOT NULL DEFAULT false;

UPDATE slipway.job SET results_kept = true
WHERE EXISTS (SELECT FROM slipway.job_event e WHERE e.token = job.token AND e.event = 'RESULTS_KEPT');

CREATE INDEX job_folder_kept ON slipway.job (since) WHERE folder_kept AND state = 'CLOSED';
CREATE INDEX job_results_kept ON slipway.job (since) WHERE results_kept AND state = 'CLOSED';
