package dev.slipway.journal;

import dev.slipway.job.JobToken;
import java.time.Instant;
import java.util.Optional;

/**
 * What the jobs of one sweep share. It has no state of its own.
 *
 * @param size how many jobs it has
 * @param parent the group of which these do jobs again
 */
public record JobGroup(
        JobToken token, String owner, String name, int size, Instant accepted, Optional<JobToken> parent) {}
