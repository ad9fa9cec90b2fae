package dev.slipway.problem;

/** The kinds of problems: whether a retry without any change can succeed. */
public enum ProblemKind {
    /** A repeated try fails again: the job fails, and a repeated call gets the same answer. */
    PERMANENT,
    /**
     * A resource is away, or fully taken, for a while: the job waits, blocked, and goes on later; a repeated call may
     * succeed later.
     */
    OUTAGE
}
