package dev.slipway.job;

import dev.slipway.problem.Problem;
import java.util.Set;

/** The outcome of a job, which is final before the job is closed. */
public sealed interface JobOutcome {
    /** The word of {@link Done}. */
    String DONE = "DONE";

    /** The word of {@link Failed}. */
    String FAILED = "FAILED";

    /** The word of {@link Cancelled}. */
    String CANCELLED = "CANCELLED";

    /** The job did all that the document asked for, with all results verified. */
    record Done() implements JobOutcome {}

    /**
     * The job failed for good.
     *
     * @param phase the state in which it failed
     */
    record Failed(JobState phase, Problem problem) implements JobOutcome {}

    /** A user ended the job. */
    record Cancelled(String by) implements JobOutcome {}

    /** Returns the outcome in one word, the same in every front end. */
    default String word() {
        if (this instanceof Done) {
            return DONE;
        }
        return this instanceof Failed ? FAILED : CANCELLED;
    }

    /**
     * Returns the common word for several outcomes: the one that all share; else FAILED if one failed, and CANCELLED
     * otherwise.
     */
    static String together(Set<String> words) {
        if (words.size() == 1) {
            return words.iterator().next();
        }
        return words.contains(FAILED) ? FAILED : CANCELLED;
    }
}
