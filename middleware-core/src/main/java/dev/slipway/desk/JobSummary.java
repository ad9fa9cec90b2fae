package dev.slipway.desk;

import dev.slipway.desk.status.RunAtCluster;
import dev.slipway.job.JobState;
import dev.slipway.job.JobToken;
import dev.slipway.job.Membership;
import java.time.Instant;
import java.util.Optional;

/**
 * A job in a list.
 *
 * @param membership the place of the job in its sweep; empty for a job outside a sweep
 * @param outcome {@link dev.slipway.job.JobOutcome#word()}; empty while undecided
 */
public record JobSummary(
        JobToken token,
        String name,
        String owner,
        JobState state,
        Optional<String> outcome,
        Standing standing,
        Instant accepted,
        Instant since,
        Optional<Membership> membership) {

    /**
     * The things that an open job waits for beside its state.
     *
     * @param blocked whether the job waits for an outage to end
     * @param held whether a user holds the job
     * @param cluster the run's standing at the cluster; empty for a job without a run at a cluster now
     */
    public record Standing(boolean blocked, boolean held, Optional<RunAtCluster> cluster) {}
}
