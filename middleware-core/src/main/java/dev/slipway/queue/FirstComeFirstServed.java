package dev.slipway.queue;

/**
 * Policy {@code overlap}. Users share what they wait for; each user's jobs go in order of acceptance. The first ready job of a partition
 * waits for its slots and none overtakes it; jobs that are not ready keep their rank but hold nobody up. Stage-in runs ahead of the
 * runs, so data moves while others compute.
 *
 * <p>Where all places at the door are taken, and one user has several of them, a user who has none gets a place beyond: a quarter of
 * the places more, at least one of two. So slow jobs of one user keep nobody else out, and a user who is alone has all places.
 *
 * @param jobsStagingIn how many jobs may stage in at once, but for those places
 */
record FirstComeFirstServed(int jobsStagingIn) implements QueuePolicy {

    @Override
    public boolean shares() {
        return true;
    }

    @Override
    public boolean letsIn(QueueEntry candidate, Standing standing) {
        boolean newcomer = standing.ownStagingIn() == 0 && standing.mostStagingIn() > 1;
        return standing.stagingIn() < jobsStagingIn + (newcomer ? beyond() : 0);
    }

    private int beyond() {
        return jobsStagingIn < 2 ? 0 : Math.max(1, jobsStagingIn / 4);
    }

    @Override
    public boolean launches(QueueEntry candidate, Standing standing) {
        return candidate.processes() <= standing.freeSlots();
    }
}
