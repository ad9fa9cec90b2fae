package dev.slipway.queue;

import java.util.Optional;
import java.util.SortedMap;

/** Which of the waiting jobs goes next. */
public interface QueuePolicy {

    /**
     * The job to begin stage-in, if any may.
     *
     * @param queued by order of acceptance
     * @param stagingIn how many jobs stage in now, without the blocked ones
     */
    Optional<QueueEntry> nextToStageIn(SortedMap<Long, QueueEntry> queued, int stagingIn);

    /**
     * The job to launch on a partition, if any may.
     *
     * @param ready jobs of the partition whose inputs are there, by order of acceptance
     * @param freeSlots of the partition
     */
    Optional<QueueEntry> nextToLaunch(SortedMap<Long, QueueEntry> ready, int freeSlots);
}
