package dev.slipway.journal;

import dev.slipway.job.JobToken;
import dev.slipway.request.JobRequest;
import java.util.List;
import java.util.Optional;

/**
 * A sweep to be accepted: all of its jobs, or none.
 *
 * @param from where the submission came from
 * @param document the sweep's, which its jobs share
 * @param submissionId of the whole; each job has its own in its request
 * @param parent the group of which these do jobs again
 * @param elements at least one, in the sweep's order
 */
public record NewGroup(
        String owner,
        String from,
        byte[] document,
        Optional<String> submissionId,
        String name,
        Optional<JobToken> parent,
        List<Element> elements) {

    public NewGroup {
        elements = List.copyOf(elements);
        if (elements.isEmpty()) {
            throw new IllegalArgumentException("a group of no jobs");
        }
    }

    /**
     * One of its jobs.
     *
     * @param number which of the sweep's elements it is, from 1
     * @param partition the partition it will run on, by name
     * @param parent the job that this one does again
     */
    public record Element(int number, JobRequest request, String partition, Optional<JobToken> parent) {}
}
