package dev.slipway.queue;

/** Measures the scratch space. */
@FunctionalInterface
public interface ScratchUse {

    /** Bytes in all run folders now. May take long: it is not called on the dispatcher's thread. */
    long bytes();
}
