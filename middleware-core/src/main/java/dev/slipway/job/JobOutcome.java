package dev.slipway.job;

import dev.slipway.problem.Problem;

/** How a job ended, or will have ended once it is closed. */
public sealed interface JobOutcome {

    /** Everything the document asked for was done and verified. */
    record Done() implements JobOutcome {}

    /**
     * It failed for good.
     *
     * @param phase the state in which it failed
     */
    record Failed(JobState phase, Problem problem) implements JobOutcome {}

    /** A user ended it. */
    record Cancelled(String by) implements JobOutcome {}

    /** The outcome in one word, the same on every door. */
    default String word() {
        if (this instanceof Done) {
            return "DONE";
        }
        return this instanceof Failed ? "FAILED" : "CANCELLED";
    }
}
