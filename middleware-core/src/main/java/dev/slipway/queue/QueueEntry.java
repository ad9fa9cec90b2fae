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
        JobToken token, long order, String partition, int processes, JobState state, boolean blocked, boolean held) {}
