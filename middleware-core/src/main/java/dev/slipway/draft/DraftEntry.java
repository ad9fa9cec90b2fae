package dev.slipway.draft;

import dev.slipway.job.JobToken;
import java.time.Instant;
import java.util.Optional;

/**
 * A draft as lists show it, without its form.
 *
 * @param name of the job so far; may be empty
 * @param job the last job that was made of it
 */
public record DraftEntry(JobToken id, String name, Instant changed, Optional<JobToken> job) {}
