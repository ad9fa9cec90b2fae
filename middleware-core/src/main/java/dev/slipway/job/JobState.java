package dev.slipway.job;

/** The state of a job: its present activity or wait. The {@link JobOutcome} is separate. */
public enum JobState {
    /** The job is accepted and waits for its turn to stage in. */
    QUEUED,
    /** The stage-in steps move data. */
    STAGING_IN,
    /** All inputs are present and verified; the job waits for its turn on the partition. */
    READY,
    /** The run is on the machine. */
    RUNNING,
    /** The stage-out steps move data. */
    STAGING_OUT,
    /** The service keeps the results and removes the run folder. */
    CLEANING,
    /** The job has ended and never changes its state again. */
    CLOSED
}
