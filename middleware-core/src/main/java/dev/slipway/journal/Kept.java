package dev.slipway.journal;

/** What of a job outlives it for a while. */
public enum Kept {
    /** The staged files of a job that did not end well, in its run folder. */
    FOLDER,
    /** Results, stdout and stderr. */
    RESULTS
}
