package dev.slipway.journal;

import dev.slipway.job.JobToken;
import dev.slipway.request.JobRequest;
import java.util.Optional;

/**
 * A job to be accepted.
 *
 * @param from where the submission came from
 * @param partition the partition it will run on, by name
 * @param parent the job that this one does again
 */
public record NewJob(
        String owner, String from, byte[] document, JobRequest request, String partition, Optional<JobToken> parent) {}
