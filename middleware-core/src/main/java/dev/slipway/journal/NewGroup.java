package dev.slipway.journal;

import dev.slipway.job.JobToken;
import dev.slipway.request.JobRequest;
import java.util.List;
import java.util.Optional;

/**
 * A sweep to be accepted with all of its jobs, or to be refused.
 *
 * @param from the origin of the submission
 * @param document the document of the sweep, which all jobs share
 * @param submissionId the id of the sweep; each job has another id, in the request
 * @param parent the group that this group's jobs run again
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
     * One job of the sweep.
     *
     * @param number the number of the sweep's element, from 1
     * @param partition the name of the partition for the run
     * @param parent the job that this job runs again
     */
    public record Element(int number, JobRequest request, String partition, Optional<JobToken> parent) {}
}
