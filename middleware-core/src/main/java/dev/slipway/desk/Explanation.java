package dev.slipway.desk;

import dev.slipway.job.JobState;
import dev.slipway.job.JobToken;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemOwner;
import java.time.Instant;
import java.util.Optional;

/**
 * Why a job stands where it stands, in words that every door shows alike.
 *
 * @param since when it entered its state
 * @param headline one sentence: what the job does, waits for, or how it ended
 * @param waitsFor the thing it waits for; empty for a job that waits for nothing
 * @param position its rank among those that wait with it, 1 for the next; empty for all others
 * @param estimate about how long until it goes on (or until it ends, once it runs)
 * @param trouble the outage it waits for or the problem that it failed by
 * @param remedy what the reader can do; empty if there is nothing to do
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
        String remedy) {

    /** The estimate and what it rests on in words, or why there is none; empty if none is due. */
    public String about() {
        return estimate.words();
    }

    /**
     * What went wrong.
     *
     * @param phase in which state
     * @param thing what it hit: a step with its place, the program, a partition
     * @param owner whose problem it is
     * @param lasting whether it ended the job; otherwise the job waits and goes on by itself
     */
    public record Trouble(JobState phase, String thing, ProblemOwner owner, Problem problem, boolean lasting) {}
}
