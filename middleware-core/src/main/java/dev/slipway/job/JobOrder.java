package dev.slipway.job;

/** The order of a list of jobs. Jobs that are equal in {@code by} follow each other from the newest to the oldest. */
public record JobOrder(By by, boolean descending) {
    /** The order of lists without another order. */
    public static final JobOrder NEWEST_FIRST = new JobOrder(By.ACCEPTED, true);

    /** The fact by which jobs are ordered. */
    public enum By {
        ACCEPTED,
        NAME,
        OWNER,
        /**
         * The word of the job's status by the alphabet: the outcome of a decided job, else BLOCKED, HELD or the
         * state.
         */
        STATUS,
        /** The state, in the order of the life cycle. */
        PHASE,
        /** The time of the run, up to now for a run that goes on. Jobs without a run come last. */
        RUN_TIME,
        /** The share of its work that a running program reports as done. Jobs without such a report come last. */
        PROGRESS,
        /** The message of the failure. Jobs that did not fail come last. */
        REASON,
        /** The template, and then the values of its blanks. Jobs without a template come last. */
        TEMPLATE
    }
}
