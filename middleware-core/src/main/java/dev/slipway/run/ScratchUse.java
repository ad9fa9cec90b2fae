package dev.slipway.run;

/** How much of the cluster's space the run folders take. */
@FunctionalInterface
public interface ScratchUse {

    /** Bytes allocated on disk below the scratch root, as measured not long ago; never waits for a measure but the first. */
    long bytes();
}
