package dev.slipway.desk;

import dev.slipway.job.JobToken;

/**
 * The answer to a sweep's submission.
 *
 * @param jobs how many the group has
 */
public record Receipt(JobToken group, int jobs) {}
