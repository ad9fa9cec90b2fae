package dev.slipway.problem;

/** Whether a retry without any change can succeed. */
public enum ProblemKind {
    /** The same try fails again: the job fails, and a call is answered alike. */
    PERMANENT,
    /**
     * Something is away, or all of it is taken, for a while: the job waits, blocked, and goes on by itself; a call may be answered when it
     * is made again later.
     */
    OUTAGE
}
