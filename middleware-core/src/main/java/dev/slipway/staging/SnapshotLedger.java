package dev.slipway.staging;

import java.util.Optional;

/** The journal as extracts see it that share a snapshot. */
public interface SnapshotLedger {

    /** The one that the journal tells of: whoever does not hold it any more has lost it. */
    Optional<Snapshot> taken();

    /** Records, durably before it returns, that the job's extracts read this one from now on. */
    void take(Snapshot snapshot);
}
