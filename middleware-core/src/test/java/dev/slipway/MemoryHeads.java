package dev.slipway;

import dev.slipway.journal.ledger.KeptHeads;
import java.util.ArrayList;
import java.util.List;

/** Keeps the heads of checkpoints in memory, where no database reaches. */
final class MemoryHeads implements KeptHeads {
    private final List<Head> kept = new ArrayList<>();
    private int reads;

    @Override
    public synchronized void keep(Head head) {
        kept.add(head);
    }

    @Override
    public synchronized Reading read() {
        reads++;
        return new Reading(kept, List.of());
    }

    synchronized int reads() {
        return reads;
    }

    /** Loses the newest head, as a service does that dies before it keeps one. */
    synchronized void loseNewest() {
        kept.remove(kept.size() - 1);
    }
}
