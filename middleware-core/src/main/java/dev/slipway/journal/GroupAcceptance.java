package dev.slipway.journal;

import dev.slipway.job.JobToken;
import java.util.List;

/**
 * The answer to a sweep's submission.
 *
 * @param size how many jobs the group has
 * @param jobs in the sweep's order; empty if the group had been accepted before under the same submission id
 */
public record GroupAcceptance(JobToken token, int size, List<Acceptance> jobs) {
    public GroupAcceptance {
        jobs = List.copyOf(jobs);
    }

    /** False if it had been accepted before. */
    public boolean fresh() {
        return !jobs.isEmpty();
    }
}
