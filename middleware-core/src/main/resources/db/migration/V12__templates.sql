-- Jobs kept with blanks, the schedules that run them, and what became of each of their times.

CREATE TABLE slipway.template (
    id          text PRIMARY KEY,
    owner       text NOT NULL,
    name        text NOT NULL,
    description text NOT NULL,
    shared      boolean NOT NULL,
    form        text NOT NULL,
    blanks      text NOT NULL,
    blank_count integer NOT NULL,
    version     integer NOT NULL CHECK (version > 0),
    changed_at  timestamptz NOT NULL
);
COMMENT ON COLUMN slipway.template.form IS 'the job in the making, as JSON; in its texts stand the blanks';
CREATE INDEX template_by_owner ON slipway.template (owner);

CREATE TABLE slipway.schedule (
    id        text PRIMARY KEY,
    owner     text NOT NULL,
    template  text NOT NULL,
    template_version integer NOT NULL,
    name      text NOT NULL,
    blank_values text NOT NULL,
    trigger_json text NOT NULL,
    watched   boolean NOT NULL,
    alone     boolean NOT NULL,
    paused    boolean NOT NULL,
    made_at   timestamptz NOT NULL,
    next_at   timestamptz NOT NULL,
    firings   bigint NOT NULL,
    mark      text,
    last_job  text
);
COMMENT ON COLUMN slipway.schedule.template IS 'may be removed by now: the schedule then says so';
COMMENT ON COLUMN slipway.schedule.template_version IS 'that its owner has seen; no other runs';
COMMENT ON COLUMN slipway.schedule.watched IS 'whether it is asked for by a query, and not by a timetable';
COMMENT ON COLUMN slipway.schedule.mark IS 'the hash of the watched answer that was seen last';
CREATE INDEX schedule_by_owner ON slipway.schedule (owner);
CREATE INDEX schedule_due ON slipway.schedule (next_at) WHERE NOT paused;

CREATE TABLE slipway.firing (
    schedule text NOT NULL REFERENCES slipway.schedule (id) ON DELETE CASCADE,
    number   bigint NOT NULL,
    due      timestamptz NOT NULL,
    outcome  text NOT NULL CHECK (outcome IN ('BEGUN', 'SUBMITTED', 'FAILED', 'SKIPPED')),
    form     text CHECK ((outcome = 'BEGUN') = (form IS NOT NULL)),
    job      text,
    code     text,
    message  text NOT NULL,
    detail   text NOT NULL,
    PRIMARY KEY (schedule, number)
);
COMMENT ON COLUMN slipway.firing.form IS 'the job to submit, until it is; written before, so that a crash in between submits the same job';
CREATE INDEX firing_begun ON slipway.firing (due) WHERE outcome = 'BEGUN';
