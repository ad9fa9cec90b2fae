package dev.slipway.queue;

/**
 * Policy {@code overlap}. Users share contended resources; each user's jobs go in order of acceptance. The first ready
 * job of a partition waits for slots, and no job overtakes that job. Jobs that are not ready keep their rank but hold
 * up no other. Stage-in runs ahead of the runs, so that data move while other jobs compute.
 *
 * <p>If all places are taken and one user has several of them, a user without any gets an extra place: there are a
 * quarter more places for this purpose, and at least one if there are two or more. So slow jobs of one user shut out no
 * other user, and a user who is alone has all places.
 *
 * @param jobsStagingIn how many jobs may stage in at once, without the extra places
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
