package dev.slipway.queue;

/** Policy {@code sequence}: one job at a time, from its stage-in to the end of its cleaning. */
record SequencePolicy() implements QueuePolicy {

    @Override
    public boolean shares() {
        return false;
    }

    @Override
    public boolean letsIn(QueueEntry candidate, Standing standing) {
        return standing.inside() == 0 && candidate.order() <= standing.firstQueued();
    }

    @Override
    public boolean launches(QueueEntry candidate, Standing standing) {
        return candidate.processes() <= standing.freeSlots();
    }
}
