package dev.slipway.draft;

import dev.slipway.form.JobForm;
import dev.slipway.job.JobToken;
import java.time.Instant;
import java.util.Optional;

/**
 * A job in the making.
 *
 * @param id 32 characters of the form of a job's token
 * @param version one more with each change
 * @param job the last job that was made of it
 */
public record Draft(JobToken id, String owner, JobForm form, int version, Instant changed, Optional<JobToken> job) {}
