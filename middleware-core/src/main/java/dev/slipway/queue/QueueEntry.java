package dev.slipway.queue;

import dev.slipway.job.JobState;
import dev.slipway.job.JobToken;

/**
 * A job as the queue sees it.
 *
 * @param order its place in the order of acceptance
 * @param processes slots that its run takes
 * @param blocked whether it waits for an outage to end
 * @param held whether its user keeps it from being let in and launched
 */
public record QueueEntry(
        JobToken token,
        long order,
        String owner,
        String partition,
        int processes,
        JobState state,
        boolean blocked,
        boolean held) {

    /** Whether it has been let in and is not closed: it holds a run folder. */
    boolean inside() {
        return switch (state) {
            case STAGING_IN, READY, RUNNING, STAGING_OUT, CLEANING -> true;
            case QUEUED, CLOSED -> false;
        };
    }

    /** Whether its run is still to come. */
    boolean unlaunched() {
        return switch (state) {
            case QUEUED, STAGING_IN, READY -> true;
            case RUNNING, STAGING_OUT, CLEANING, CLOSED -> false;
        };
    }
}
