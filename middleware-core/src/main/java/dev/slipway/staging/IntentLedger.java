package dev.slipway.staging;

import java.util.Optional;

/** The journal as one step sees it: what it meant to do before a crash, so that an effect is found again and not repeated. */
public interface IntentLedger {

    /** Records, durably before it returns, the key by which the effect that follows can be found again. */
    void intend(String key);

    /** The key that the last try of this step recorded, if it recorded one. */
    Optional<String> intended();

    /** What an extract needs that shares a state of its database with others of the job; empty for all other steps. */
    default Optional<SnapshotLedger> snapshot() {
        return Optional.empty();
    }
}
