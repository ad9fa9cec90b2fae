package dev.slipway.journal;

import dev.slipway.job.JobToken;
import dev.slipway.request.JobRequest;
import java.util.Optional;

/**
 * A job to be accepted.
 *
 * @param from the origin of the submission
 * @param partition the name of the partition for the run
 * @param parent the job that this job runs again
 */
public record NewJob(
        String owner, String from, byte[] document, JobRequest request, String partition, Optional<JobToken> parent) {}
