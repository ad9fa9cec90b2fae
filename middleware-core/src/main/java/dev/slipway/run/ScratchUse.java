package dev.slipway.run;

/** Measures the space of the cluster that the run folders take. */
@FunctionalInterface
public interface ScratchUse {

    /**
     * Returns the bytes allocated on disk below the scratch root, as measured recently; only the first call waits for a
     * measurement.
     */
    long bytes();
}
