package dev.slipway.desk.status;

import dev.slipway.job.JobState;
import dev.slipway.job.JobToken;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemOwner;
import dev.slipway.problem.Remedy;
import java.time.Instant;
import java.util.Optional;

/**
 * Explains in words, alike in every front end, why a job is in its present state.
 *
 * @param since when the job entered the present state
 * @param headline one sentence on the present work of the job, the wait, or the end
 * @param waitsFor the object of the wait; empty for a job that does not wait
 * @param position the rank among the jobs that wait in the same line, 1 for the next; empty for all others
 * @param estimate about how long until the job goes on, or until a running job ends
 * @param trouble the outage that the job waits for, or the problem by which the job failed
 * @param remedy the action that the reader can take; none if there is no such action
 */
public record Explanation(
        JobToken token,
        String name,
        JobState state,
        Instant since,
        String headline,
        Optional<String> waitsFor,
        Optional<Integer> position,
        Estimate estimate,
        Optional<Trouble> trouble,
        Remedy remedy) {

    /** Describes the estimate and its basis in words, or why there is no estimate; empty if no estimate is due. */
    public String about() {
        return estimate.words();
    }

    /**
     * A problem of the job.
     *
     * @param phase the state in which the problem occurred
     * @param thing the thing that the problem hit: a step with its place, the program, a partition
     * @param owner the person who has to solve the problem
     * @param lasting whether the problem ended the job; otherwise the job waits, and goes on after the problem
     */
    public record Trouble(JobState phase, String thing, ProblemOwner owner, Problem problem, boolean lasting) {}
}
