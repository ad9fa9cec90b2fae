package dev.slipway.staging;

/**
 * Receives the progress of a step; called often, so it must be cheap and thread-safe. A meter that only counts can
 * ignore the other calls.
 */
@FunctionalInterface
public interface TransferMeter {

    /**
     * Reports the totals so far.
     *
     * @param bytes the uncompressed bytes of data moved
     * @param rows the rows of data moved; 0 for files without rows
     */
    void moved(long bytes, long rows);

    /**
     * Reports how many bytes of the totals an earlier try had moved; they took this try no time. Called before the
     * totals that include them, and again if the number changes.
     */
    default void kept(long bytes) {}

    /** Reports the expected total of bytes, as told by the source. */
    default void expects(long bytes) {}
}
