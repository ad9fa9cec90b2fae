package dev.slipway.journal;

import dev.slipway.job.JobToken;
import java.time.Instant;
import java.util.Optional;

/**
 * The common properties of the jobs of one sweep. A group has no state of its own.
 *
 * @param size the number of jobs
 * @param parent the group that this group's jobs run again
 */
public record JobGroup(
        JobToken token, String owner, String name, int size, Instant accepted, Optional<JobToken> parent) {}
