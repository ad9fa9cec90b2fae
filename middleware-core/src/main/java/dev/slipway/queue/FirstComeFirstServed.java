package dev.slipway.queue;

/**
 * Policy {@code overlap}. The first ready job of a partition waits for its slots and none overtakes it; jobs that are not ready keep
 * their rank but hold nobody up. Stage-in runs ahead of the runs, so data moves while others compute.
 *
 * @param jobsStagingIn how many jobs may stage in at once
 */
record FirstComeFirstServed(int jobsStagingIn) implements QueuePolicy {

    @Override
    public boolean letsIn(QueueEntry candidate, Standing standing) {
        return standing.stagingIn() < jobsStagingIn;
    }

    @Override
    public boolean launches(QueueEntry candidate, Standing standing) {
        return candidate.processes() <= standing.freeSlots();
    }
}
