package dev.slipway.journal;

import dev.slipway.job.JobToken;
import java.util.List;

/**
 * The answer to a submission.
 *
 * @param token of the job, or of the group
 * @param size the number of jobs
 * @param jobs the jobs in the sweep's order; empty if they were accepted before under the same submission id
 */
public record Acceptance(JobToken token, int size, List<Accepted> jobs) {
    public Acceptance {
        jobs = List.copyOf(jobs);
    }

    /** Returns false if the jobs were accepted before. */
    public boolean fresh() {
        return !jobs.isEmpty();
    }

    /**
     * One job.
     *
     * @param order its place in the order of acceptance
     */
    public record Accepted(JobToken token, long order) {}
}
