package dev.slipway.staging;

import java.util.Optional;

/** The journal as seen by extracts that share a snapshot. */
public interface SnapshotLedger {

    /** Returns the snapshot that the journal records; a snapshot that the gateway does not hold any more is lost. */
    Optional<Snapshot> taken();

    /** Records, durably, that the job's extracts read this snapshot from now on. */
    void take(Snapshot snapshot);
}
