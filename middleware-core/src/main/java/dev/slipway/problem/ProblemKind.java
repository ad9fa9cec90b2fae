package dev.slipway.problem;

/** Whether a retry without any change can succeed. */
public enum ProblemKind {
    /** The same try fails again: the job fails. */
    PERMANENT,
    /** Something shared is away: the job waits, blocked, and goes on by itself. */
    OUTAGE
}
