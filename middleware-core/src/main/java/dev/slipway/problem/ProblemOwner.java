package dev.slipway.problem;

import java.util.Locale;

/** The person or part that can solve a problem. */
public enum ProblemOwner {
    DOCUMENT,
    CALLER,
    DATA,
    NETWORK,
    CLUSTER,
    PROGRAM,
    OPERATOR,
    SLIPWAY;

    /** Returns the name in every front end. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
