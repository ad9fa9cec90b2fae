package dev.slipway.queue;

import dev.slipway.job.JobState;
import dev.slipway.job.JobToken;

/**
 * A job as the queue sees it.
 *
 * @param order the job's number in the order of acceptance
 * @param processes the slots of the run
 * @param blocked whether the job waits for an outage to end
 * @param held whether a user holds the job
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

    /** Returns the entry of the job in another state. */
    public QueueEntry in(JobState next) {
        return new QueueEntry(token, order, owner, partition, processes, next, blocked, held);
    }

    /** Returns whether the job has been let in and is not closed; such a job has a run folder. */
    boolean inside() {
        return switch (state) {
            case STAGING_IN, READY, RUNNING, STAGING_OUT, CLEANING -> true;
            case QUEUED, CLOSED -> false;
        };
    }

    /** Returns whether the job was not launched yet. */
    boolean unlaunched() {
        return switch (state) {
            case QUEUED, STAGING_IN, READY -> true;
            case RUNNING, STAGING_OUT, CLEANING, CLOSED -> false;
        };
    }
}
