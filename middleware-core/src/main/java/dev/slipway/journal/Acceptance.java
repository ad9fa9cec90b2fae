package dev.slipway.journal;

import dev.slipway.job.JobToken;

/**
 * The answer to a submission.
 *
 * @param fresh false if the job had been accepted before under the same submission id
 */
public record Acceptance(JobToken token, boolean fresh) {}
