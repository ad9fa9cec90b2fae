package dev.slipway.journal;

import dev.slipway.job.JobToken;
import java.util.List;

/**
 * The answer to a sweep's submission.
 *
 * @param size the number of jobs in the group
 * @param jobs the jobs in the sweep's order; empty if the group was accepted before under the same submission id
 */
public record GroupAcceptance(JobToken token, int size, List<Acceptance> jobs) {
    public GroupAcceptance {
        jobs = List.copyOf(jobs);
    }

    /** Returns false if the group was accepted before. */
    public boolean fresh() {
        return !jobs.isEmpty();
    }
}
