package dev.slipway.journal;

import dev.slipway.job.JobToken;
import dev.slipway.request.JobRequest;
import java.util.List;
import java.util.Optional;

/**
 * The jobs of one document, to be accepted together or to be refused. A job without a sweep is the only element, and
 * belongs to no group.
 *
 * @param from the origin of the submission
 * @param document the document, which all jobs share
 * @param submissionId the id of the job or of the sweep; each job of a sweep has another id, in its request
 * @param group the group that a sweep becomes; empty for a job without a sweep
 * @param elements at least one, in the sweep's order
 */
public record NewJobs(
        String owner,
        String from,
        byte[] document,
        Optional<String> submissionId,
        Optional<Group> group,
        List<Element> elements) {

    public NewJobs {
        elements = List.copyOf(elements);
        if (elements.isEmpty() || group.isEmpty() && elements.size() > 1) {
            throw new IllegalArgumentException(elements.size() + " jobs, and " + group.map(Group::name));
        }
    }

    /** Returns a job without a sweep. */
    public static NewJobs of(String owner, String from, byte[] document, Element job) {
        return new NewJobs(owner, from, document, job.request().submissionId(), Optional.empty(), List.of(job));
    }

    /** Returns the request of each job. */
    public List<JobRequest> requests() {
        return elements.stream().map(Element::request).toList();
    }

    /**
     * A group of jobs.
     *
     * @param parent the group that this group's jobs run again
     */
    public record Group(String name, Optional<JobToken> parent) {}

    /**
     * One job.
     *
     * @param number the number of the sweep's element, from 1
     * @param partition the name of the partition for the run
     * @param parent the job that this job runs again
     */
    public record Element(int number, JobRequest request, String partition, Optional<JobToken> parent) {}
}
