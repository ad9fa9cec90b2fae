package dev.slipway.desk;

import dev.slipway.request.JobRequest;
import java.util.List;
import java.util.Optional;

/**
 * A sweep that was read without problems.
 *
 * @param document the bytes as received; kept once for all jobs, and hashed to recognise resubmissions
 * @param submissionId the id of the sweep; each element has another id
 * @param elements the requests of the elements, in the sweep's order
 * @param held whether the jobs are held from the beginning
 */
public record SweepSubmission(byte[] document, Optional<String> submissionId, List<JobRequest> elements, boolean held) {
    public SweepSubmission {
        elements = List.copyOf(elements);
    }

    /** Makes a submission of jobs that may start at once. */
    public SweepSubmission(byte[] document, Optional<String> submissionId, List<JobRequest> elements) {
        this(document, submissionId, elements, false);
    }
}
