package dev.slipway.desk;

import dev.slipway.job.JobToken;
import dev.slipway.job.Membership;
import java.util.List;
import java.util.Optional;

/**
 * Available results of a job, or of some of a group's jobs.
 *
 * @param next for a group, the number of jobs after which the next page begins; empty at the end
 */
public record ResultPage(List<Located> results, Optional<Integer> next) {
    public ResultPage {
        results = List.copyOf(results);
    }

    /** A result, with its job for the download. */
    public record Located(JobToken job, Optional<Membership> membership, ResultEntry result) {}
}
