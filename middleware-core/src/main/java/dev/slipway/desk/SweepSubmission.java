package dev.slipway.desk;

import dev.slipway.request.JobRequest;
import java.util.List;
import java.util.Optional;

/**
 * A sweep that was read without problems.
 *
 * @param document the bytes as they came; kept once for all its jobs, hashed for resubmission
 * @param submissionId of the whole; each element has its own
 * @param elements what each element asks for, in the sweep's order
 */
public record SweepSubmission(byte[] document, Optional<String> submissionId, List<JobRequest> elements) {
    public SweepSubmission {
        elements = List.copyOf(elements);
    }
}
