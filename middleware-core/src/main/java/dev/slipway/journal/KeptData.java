package dev.slipway.journal;

/** Data of a job that is kept for a while after the job has closed. */
public enum KeptData {
    /** The staged files of a job that did not end well, in its run folder. */
    FOLDER,
    /** Results, stdout and stderr. */
    RESULTS
}
