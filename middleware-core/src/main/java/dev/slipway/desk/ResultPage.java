package dev.slipway.desk;

import dev.slipway.job.JobToken;
import dev.slipway.job.Membership;
import java.util.List;
import java.util.Optional;

/**
 * Results that are there: of a job, or of some of a group's jobs.
 *
 * @param next of a group, the number of jobs after which the others begin; empty at the end
 */
public record ResultPage(List<Located> results, Optional<Integer> next) {
    public ResultPage {
        results = List.copyOf(results);
    }

    /** A result and the job that it is downloaded from. */
    public record Located(JobToken job, Optional<Membership> membership, ResultEntry result) {}
}
