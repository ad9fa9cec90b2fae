package dev.slipway.queue;

/**
 * Which of the waiting jobs may go next. The scheduler asks about one candidate among those that may go at all (not held, its user below
 * the limit of jobs, READY for a launch): of the user who has least now if users share, and of that user's the one accepted first. A
 * policy says no to keep order or to keep the machine calm; it never picks another job, so that one user's jobs go in order of
 * acceptance under every policy.
 */
public interface QueuePolicy {

    /** Whether a user who has less now goes before one who was there first. */
    boolean shares();

    /** Whether {@code candidate}, the first queued job that may be let in, begins its stage-in now. */
    boolean letsIn(QueueEntry candidate, Standing standing);

    /** Whether {@code candidate}, the first ready job of its partition, is launched now. */
    boolean launches(QueueEntry candidate, Standing standing);

    /**
     * Where the queue stands.
     *
     * @param stagingIn jobs that stage in, without the blocked ones
     * @param ownStagingIn those of the candidate's user
     * @param mostStagingIn those of the user who has most of them
     * @param inside jobs that are let in and not closed
     * @param firstQueued order of the first job of all that wait to be let in, held ones too; {@link Long#MAX_VALUE} if none
     * @param firstUnlaunched order of the first job of the candidate's partition whose run is still to come, in whatever state;
     *     {@link Long#MAX_VALUE} if none
     * @param freeSlots of the candidate's partition
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
