package dev.slipway;

import dev.slipway.journal.KeptHeads;
import java.util.ArrayList;
import java.util.List;

/** Keeps the heads of checkpoints in memory, where no database reaches. */
final class MemoryHeads implements KeptHeads {
    private final List<Head> kept = new ArrayList<>();

    @Override
    public synchronized void keep(Head head) {
        kept.add(head);
    }

    @Override
    public synchronized Reading read() {
        return new Reading(kept, List.of());
    }
}
