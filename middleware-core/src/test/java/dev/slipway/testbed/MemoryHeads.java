package dev.slipway.testbed;

import dev.slipway.journal.ledger.KeptHeads;
import java.util.ArrayList;
import java.util.List;

/** Keeps the heads of checkpoints in memory, where no database reaches. */
public final class MemoryHeads implements KeptHeads {
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

    public synchronized int reads() {
        return reads;
    }

    /** Loses the newest head, as a service does that dies before it keeps one. */
    public synchronized void loseNewest() {
        kept.remove(kept.size() - 1);
    }
}
