package dev.slipway.desk;

import dev.slipway.job.JobState;
import dev.slipway.job.JobToken;
import java.time.Instant;
import java.util.Optional;

/**
 * A job in a list.
 *
 * @param outcome {@link dev.slipway.job.JobOutcome#word()}; empty while undecided
 */
public record JobSummary(
        JobToken token,
        String name,
        String owner,
        JobState state,
        Optional<String> outcome,
        boolean blocked,
        Instant accepted,
        Instant since) {}
