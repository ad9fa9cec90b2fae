package dev.slipway.queue;

import java.util.Optional;
import java.util.SortedMap;

/**
 * By order of acceptance. The first ready job of a partition waits for its slots and none overtakes it; jobs that are not ready keep
 * their rank but hold nobody up. Stage-in runs ahead of the runs, so data moves while others compute.
 *
 * @param jobsStagingIn how many jobs may stage in at once
 */
public record FirstComeFirstServed(int jobsStagingIn) implements QueuePolicy {
    public FirstComeFirstServed {
        if (jobsStagingIn < 1) {
            throw new IllegalArgumentException("jobs staging in at once must be at least 1");
        }
    }

    @Override
    public Optional<QueueEntry> nextToStageIn(SortedMap<Long, QueueEntry> queued, int stagingIn) {
        return stagingIn < jobsStagingIn ? first(queued) : Optional.empty();
    }

    @Override
    public Optional<QueueEntry> nextToLaunch(SortedMap<Long, QueueEntry> ready, int freeSlots) {
        return first(ready).filter(job -> job.processes() <= freeSlots);
    }

    private static Optional<QueueEntry> first(SortedMap<Long, QueueEntry> jobs) {
        return jobs.values().stream().findFirst();
    }
}
