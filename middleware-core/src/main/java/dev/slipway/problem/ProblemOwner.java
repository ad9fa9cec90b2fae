package dev.slipway.problem;

import java.util.Locale;

/** Who can mend a problem. */
public enum ProblemOwner {
    DOCUMENT,
    CALLER,
    DATA,
    NETWORK,
    CLUSTER,
    PROGRAM,
    OPERATOR,
    SLIPWAY;

    /** How every door names it. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
