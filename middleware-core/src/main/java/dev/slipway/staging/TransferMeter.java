package dev.slipway.staging;

/** Hears how far a step is; called often, must be cheap and thread-safe. */
@FunctionalInterface
public interface TransferMeter {

    /**
     * The totals so far.
     *
     * @param bytes of data moved, uncompressed
     * @param rows of data moved; 0 for files without rows
     */
    void moved(long bytes, long rows);
}
