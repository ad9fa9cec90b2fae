package dev.slipway.desk;

import dev.slipway.request.JobRequest;

/**
 * A job document that was read without problems.
 *
 * @param document the bytes as received; kept for the owner, and hashed to recognise resubmissions
 * @param request the request in the document
 * @param held whether the job is held from the beginning
 */
public record Submission(byte[] document, JobRequest request, boolean held) {
    /** Makes a submission that may start at once. */
    public Submission(byte[] document, JobRequest request) {
        this(document, request, false);
    }
}
