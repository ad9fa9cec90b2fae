package dev.slipway.job;

/** What a job waits for. How it ended is its {@link JobOutcome}, which is apart. */
public enum JobState {
    /** Accepted; waits for its turn to stage in. */
    QUEUED,
    /** Its stage-in steps move data. */
    STAGING_IN,
    /** All inputs are there and verified; waits for its turn on the partition. */
    READY,
    /** Its run is on the machine. */
    RUNNING,
    /** Its stage-out steps move data. */
    STAGING_OUT,
    /** Its results are being kept and its run folder removed. */
    CLEANING,
    /** Nothing is left to do; never changes again. */
    CLOSED
}
