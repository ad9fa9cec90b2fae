package dev.slipway.staging;

/** Hears how far a step is; called often, must be cheap and thread-safe. Who only counts need not hear the rest. */
@FunctionalInterface
public interface TransferMeter {

    /**
     * The totals so far.
     *
     * @param bytes of data moved, uncompressed
     * @param rows of data moved; 0 for files without rows
     */
    void moved(long bytes, long rows);

    /**
     * So many of the bytes in the totals stood there before this try: they took it no time. Told before the totals that hold them; told
     * again if there are more or fewer.
     */
    default void kept(long bytes) {}

    /** What the bytes of the totals will come to, as the place says that they come from. */
    default void expects(long bytes) {}
}
