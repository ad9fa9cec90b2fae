package dev.slipway.queue;

/**
 * Decides whether the next waiting job may go. The scheduler asks about a single candidate among the eligible jobs (not
 * held, its user below the limit of jobs, READY for a launch). If users share, the candidate belongs to the user with
 * the least share now, and is that user's first accepted job. A policy refuses a candidate to keep order or to keep the
 * machine calm; it never chooses another job. So one user's jobs go in order of acceptance under every policy.
 */
public interface QueuePolicy {

    /** Returns whether a user with less now goes before a user who was there first. */
    boolean shares();

    /** Returns whether {@code candidate}, the first queued job that may be let in, begins its stage-in now. */
    boolean letsIn(QueueEntry candidate, Standing standing);

    /** Returns whether {@code candidate}, the first ready job of its partition, is launched now. */
    boolean launches(QueueEntry candidate, Standing standing);

    /**
     * The present state of the queue.
     *
     * @param stagingIn the jobs that stage in, without the blocked ones
     * @param ownStagingIn those of the candidate's user
     * @param mostStagingIn those of the user with the most such jobs
     * @param inside the jobs that are let in and not closed
     * @param firstQueued the order of the first job that waits to be let in, held jobs too; {@link Long#MAX_VALUE} if
     *     there is no such job
     * @param firstUnlaunched the order of the first job of the candidate's partition that was not launched yet, in any
     *     state; {@link Long#MAX_VALUE} if there is no such job
     * @param freeSlots the free slots of the candidate's partition
     */
    record Standing(
            int stagingIn,
            int ownStagingIn,
            int mostStagingIn,
            int inside,
            long firstQueued,
            long firstUnlaunched,
            int freeSlots) {}
}
