package dev.slipway.queue;

/**
 * Policy {@code strict}: data moves while others compute, but a job that is held, blocked or slow to stage in holds up all that were
 * accepted after it: at the door everybody, at the launch those of its partition.
 *
 * @param jobsStagingIn how many jobs may stage in at once
 */
record NoneOvertakes(int jobsStagingIn) implements QueuePolicy {

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
