package dev.slipway.queue;

/**
 * Policy {@code strict}: data move while other jobs compute, but no job overtakes another. A job that is held, blocked
 * or slow to stage in holds up all later jobs: before stage-in every later job, and before the launch the later jobs of
 * the same partition.
 *
 * @param jobsStagingIn how many jobs may stage in at once
 */
record StrictPolicy(int jobsStagingIn) implements QueuePolicy {

    @Override
    public boolean shares() {
        return false;
    }

    @Override
    public boolean letsIn(QueueEntry candidate, Standing standing) {
        return standing.stagingIn() < jobsStagingIn && candidate.order() <= standing.firstQueued();
    }

    @Override
    public boolean launches(QueueEntry candidate, Standing standing) {
        return candidate.order() <= standing.firstUnlaunched() && candidate.processes() <= standing.freeSlots();
    }
}
