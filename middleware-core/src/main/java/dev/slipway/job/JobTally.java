package dev.slipway.job;

import java.util.Optional;

/**
 * How many jobs stand alike.
 *
 * @param outcome {@link JobOutcome#word()}; empty while undecided
 */
public record JobTally(JobState state, Optional<String> outcome, long jobs) {}
