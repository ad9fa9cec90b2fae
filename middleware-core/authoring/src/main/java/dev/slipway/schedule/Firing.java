package dev.slipway.schedule;

import dev.slipway.job.JobToken;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.request.FiringId;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;

/**
 * One firing of a schedule.
 *
 * @param number the number of the firing in its schedule, from 1
 * @param due the time of the timetable, or the time at which the changed answer was seen
 * @param problem the problem of a failed firing
 * @param note the reason why the firing was skipped, or another remark; may be empty
 */
public record Firing(
        long number, Instant due, Outcome outcome, Optional<JobToken> job, Optional<Problem> problem, String note) {

    /**
     * The problems that would recur at each firing: the template is gone or has changed since the owner saw the
     * template, or the owner may not submit any more.
     */
    private static final Set<ProblemCode> PAUSING =
            Set.of(ProblemCode.FORM_UNKNOWN, ProblemCode.FORM_CHANGED, ProblemCode.NOT_AUTHORISED);

    /** The outcome of a firing. */
    public enum Outcome {
        /** The job is stored and will be submitted, also after a crash of the service. */
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

    /** Returns the submission id of the firing's job; the same firing gives the same job again. */
    String submissionId(String schedule) {
        return FiringId.of(schedule, number, due);
    }

    /** Returns whether the schedule now waits for its owner. */
    boolean pauses() {
        return problem.map(Problem::code).filter(PAUSING::contains).isPresent();
    }
}
