package dev.slipway.schedule;

import dev.slipway.job.JobToken;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;

/**
 * One time of a schedule.
 *
 * @param number of the schedule's firings, from 1
 * @param due when it was to run, or saw that the answer had changed
 * @param problem of one that failed
 * @param note why it was skipped, or what stands out; may be empty
 */
public record Firing(
        long number, Instant due, Outcome outcome, Optional<JobToken> job, Optional<Problem> problem, String note) {

    /** The template is gone, is another one than its owner has seen, or its owner may not submit any more: it would fail each time. */
    private static final Set<ProblemCode> PAUSING =
            Set.of(ProblemCode.FORM_UNKNOWN, ProblemCode.FORM_CHANGED, ProblemCode.NOT_AUTHORISED);

    /** What became of it. */
    public enum Outcome {
        /** Its job is to be submitted, and will be, whatever happens to the service. */
        BEGUN,
        SUBMITTED,
        FAILED,
        SKIPPED
    }

    static Firing begun(long number, Instant due, String note) {
        return new Firing(number, due, Outcome.BEGUN, Optional.empty(), Optional.empty(), note);
    }

    static Firing skipped(long number, Instant due, String note) {
        return new Firing(number, due, Outcome.SKIPPED, Optional.empty(), Optional.empty(), note);
    }

    static Firing failed(long number, Instant due, Problem problem) {
        return new Firing(number, due, Outcome.FAILED, Optional.empty(), Optional.of(problem), "");
    }

    /** Whether the schedule waits for its owner now. */
    boolean pauses() {
        return problem.map(Problem::code).filter(PAUSING::contains).isPresent();
    }
}
