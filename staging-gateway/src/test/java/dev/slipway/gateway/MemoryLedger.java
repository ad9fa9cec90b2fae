package dev.slipway.gateway;

import dev.slipway.staging.IntentLedger;
import dev.slipway.staging.SnapshotLedger;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A ledger that tests can look into, and that can do something at the moment between intent and effect. */
public final class MemoryLedger implements IntentLedger {
    private final List<String> keys = new ArrayList<>();
    private Runnable afterIntent = () -> {};
    private Optional<SnapshotLedger> snapshot = Optional.empty();

    /** Runs {@code action} after each intent, before the effect. */
    public MemoryLedger afterIntent(Runnable action) {
        afterIntent = action;
        return this;
    }

    /** Returns the ledger of a step that shares a snapshot. */
    public MemoryLedger sharing(SnapshotLedger other) {
        snapshot = Optional.of(other);
        return this;
    }

    @Override
    public Optional<SnapshotLedger> snapshot() {
        return snapshot;
    }

    @Override
    public void intend(String key) {
        keys.add(key);
        afterIntent.run();
    }

    @Override
    public Optional<String> intended() {
        return keys.isEmpty() ? Optional.empty() : Optional.of(keys.get(keys.size() - 1));
    }

    /** Returns all keys so far, oldest first. */
    public List<String> keys() {
        return keys;
    }
}
