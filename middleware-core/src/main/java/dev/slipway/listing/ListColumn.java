package dev.slipway.listing;

/** A column that a user can add to the list of jobs. */
public enum ListColumn {
    /** The time of the run. */
    RUN_TIME,
    /** The share of its work that a running program reports as done. */
    PROGRESS,
    /** The message of the problem that failed the job. */
    REASON,
    /** The template of the job, and the values of its blanks. */
    TEMPLATE
}
