package dev.slipway.web.jobs;

import dev.slipway.web.Readable;
import java.util.List;
import java.util.Map;

/**
 * Describes a group for the page.
 *
 * @param list one page of the group's jobs
 * @param elements the properties that only jobs of a sweep have, by the tokens of the jobs
 */
public record GroupView(
        Identity identity, Standing standing, List<Failure> failures, JobListView list, Map<String, Element> elements) {

    /**
     * Says which group this is, and from where the group came.
     *
     * @param parent the group that this group does again; empty without one
     */
    public record Identity(String token, String name, String owner, Readable.Moment accepted, String parent) {}

    /**
     * Says where the group stands.
     *
     * @param badge the outcome, or else the common standing of the jobs
     * @param headline standing of the group, in the desk's words
     * @param remedy advice for the reader; may be empty
     * @param open whether a job of the group may change any moment
     */
    public record Standing(String badge, String headline, String remedy, boolean open, JobView.Actions actions) {}

    /**
     * Describes a job of the group beside its row in the list.
     *
     * @param values in which the job differs from the others of the page
     * @param lasted from its acceptance on
     */
    public record Element(List<RequestDifferences.Text> values, String lasted, List<JobView.Result> results) {}

    /** Names a job that failed, and the reason. */
    public record Failure(String token, int element, String message) {}
}
