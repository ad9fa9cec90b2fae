package dev.slipway.desk;

import dev.slipway.request.JobRequest;

/**
 * A job document that was read without problems.
 *
 * @param document the bytes as they came; kept for the owner, hashed for resubmission
 * @param request what the document asks for
 */
public record Submission(byte[] document, JobRequest request) {}
