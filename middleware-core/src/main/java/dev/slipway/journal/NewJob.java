package dev.slipway.journal;

import dev.slipway.request.JobRequest;

/**
 * A job to be accepted.
 *
 * @param from where the submission came from
 * @param partition the partition it will run on, by name
 */
public record NewJob(String owner, String from, byte[] document, JobRequest request, String partition) {}
