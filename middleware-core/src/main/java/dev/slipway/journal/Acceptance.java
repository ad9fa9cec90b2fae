package dev.slipway.journal;

import dev.slipway.job.JobToken;

/**
 * The answer to a submission.
 *
 * @param order its place in the order of acceptance; meaningful for a fresh one only
 * @param fresh false if the job had been accepted before under the same submission id
 */
public record Acceptance(JobToken token, long order, boolean fresh) {}
