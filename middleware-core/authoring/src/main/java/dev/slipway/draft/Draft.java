package dev.slipway.draft;

import dev.slipway.form.JobForm;
import dev.slipway.job.JobToken;
import java.time.Instant;
import java.util.Optional;

/**
 * A job in the making.
 *
 * @param id 32 characters in the form of a job's token
 * @param version increases by one with each change
 * @param job the last job that was made from the draft
 */
public record Draft(JobToken id, String owner, JobForm form, int version, Instant changed, Optional<JobToken> job) {}
