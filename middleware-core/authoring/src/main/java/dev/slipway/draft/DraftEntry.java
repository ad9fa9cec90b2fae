package dev.slipway.draft;

import dev.slipway.job.JobToken;
import java.time.Instant;
import java.util.Optional;

/**
 * A draft for lists, without the form.
 *
 * @param name the present name of the job; may be empty
 * @param job the last job that was made from the draft
 */
public record DraftEntry(JobToken id, String name, Instant changed, Optional<JobToken> job) {}
