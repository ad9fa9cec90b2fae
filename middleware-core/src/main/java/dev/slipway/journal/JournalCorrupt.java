package dev.slipway.journal;

import dev.slipway.job.JobToken;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;

/**
 * The record of one job is damaged: the stored record is not the record that Slipway wrote. This job must not be moved
 * on; all others may.
 */
public final class JournalCorrupt extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient JobToken token;

    public JournalCorrupt(JobToken token, String finding, Throwable cause) {
        super("the journal of job " + token + " is damaged: " + finding, cause);
        this.token = token;
    }

    /** Returns the token of the job. */
    public JobToken token() {
        return token;
    }

    /** Returns the problem for front ends. */
    public Problem problem() {
        return Problem.of(ProblemCode.JOURNAL_CORRUPT, getMessage());
    }
}
