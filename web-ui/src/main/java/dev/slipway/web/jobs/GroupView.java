package dev.slipway.web.jobs;

import dev.slipway.web.Readable;
import java.util.List;

/**
 * Describes a group for the page.
 *
 * @param badge the outcome, or else the common standing of the jobs
 * @param headline standing of the group, in the desk's words
 * @param parent the group that this group does again; empty without one
 * @param remedy advice for the reader; may be empty
 * @param list one page of the group's jobs
 */
public record GroupView(
        String token,
        String name,
        String owner,
        String badge,
        String headline,
        Readable.Moment accepted,
        String parent,
        String remedy,
        boolean open,
        JobView.Actions actions,
        List<Failure> failures,
        JobListView list) {

    /** Names a job that failed, and the reason. */
    public record Failure(String token, int element, String message) {}
}
