package dev.slipway.desk;

import dev.slipway.job.JobState;
import dev.slipway.job.JobToken;
import dev.slipway.job.Membership;
import java.time.Instant;
import java.util.Optional;

/**
 * A job in a list.
 *
 * @param held whether a user holds the job
 * @param membership the place of the job in its sweep; empty for a job outside a sweep
 * @param outcome {@link dev.slipway.job.JobOutcome#word()}; empty while undecided
 */
public record JobSummary(
        JobToken token,
        String name,
        String owner,
        JobState state,
        Optional<String> outcome,
        boolean blocked,
        boolean held,
        Instant accepted,
        Instant since,
        Optional<Membership> membership) {}
