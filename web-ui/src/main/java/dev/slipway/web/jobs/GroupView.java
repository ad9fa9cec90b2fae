package dev.slipway.web.jobs;

import dev.slipway.web.Readable;
import java.util.List;

/**
 * A group as its page reads it.
 *
 * @param badge its outcome, or else where its jobs stand together
 * @param headline how they stand, in the desk's words
 * @param parent the group of which it does jobs again; empty for none
 * @param remedy what the reader can do; may be empty
 * @param list one page of its jobs
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

    /** A job that failed, and why. */
    public record Failure(String token, int element, String message) {}
}
