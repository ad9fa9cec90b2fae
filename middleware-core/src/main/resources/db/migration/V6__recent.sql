-- The jobs that were done last, from which a start-up learns how long jobs take.

CREATE INDEX job_done_since ON slipway.job (since DESC) WHERE state = 'CLOSED' AND outcome = 'DONE';
