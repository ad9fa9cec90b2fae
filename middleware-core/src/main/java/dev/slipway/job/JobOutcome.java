package dev.slipway.job;

import dev.slipway.problem.Problem;
import java.util.Set;

/** How a job ended, or will have ended once it is closed. */
public sealed interface JobOutcome {
    /** The word of {@link Done}. */
    String DONE = "DONE";

    /** The word of {@link Failed}. */
    String FAILED = "FAILED";

    /** The word of {@link Cancelled}. */
    String CANCELLED = "CANCELLED";

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
            return DONE;
        }
        return this instanceof Failed ? FAILED : CANCELLED;
    }

    /** The word for several that ended so: the one that all share; else FAILED if one failed, and CANCELLED otherwise. */
    static String together(Set<String> words) {
        if (words.size() == 1) {
            return words.iterator().next();
        }
        return words.contains(FAILED) ? FAILED : CANCELLED;
    }
}
