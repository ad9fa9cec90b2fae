package dev.slipway.staging;

import java.util.Optional;

/**
 * The journal as seen by one step: the step's intent from before a crash, so that its effect is found again and not
 * repeated.
 */
public interface IntentLedger {

    /** Records, durably, the key by which the effect that follows can be found again. */
    void intend(String key);

    /** Returns the key that the last try of this step recorded, if any. */
    Optional<String> intended();

    /**
     * Returns the ledger of the snapshot for an extract that shares one with other extracts of the job; empty for all
     * other steps.
     */
    default Optional<SnapshotLedger> snapshot() {
        return Optional.empty();
    }
}
