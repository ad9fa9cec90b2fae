package dev.slipway.journal;

import dev.slipway.job.JobState;
import java.time.Instant;
import java.util.Optional;

/**
 * How many jobs of a group stand alike.
 *
 * @param outcome {@link dev.slipway.job.JobOutcome#word()}; empty while undecided
 * @param latest when the last of them came to stand so
 */
public record GroupCount(
        JobState state, Optional<String> outcome, boolean blocked, boolean held, int jobs, Instant latest) {}
