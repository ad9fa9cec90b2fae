package dev.slipway.gateway;

import dev.slipway.staging.TransferMeter;

/** A meter that keeps the last reports of a step. */
public final class LastMeter implements TransferMeter {
    private volatile long bytes;
    private volatile long kept;
    private volatile long expected;

    @Override
    public void moved(long nowBytes, long nowRows) {
        bytes = nowBytes;
    }

    @Override
    public void kept(long nowKept) {
        kept = nowKept;
    }

    @Override
    public void expects(long nowExpected) {
        expected = nowExpected;
    }

    public long bytes() {
        return bytes;
    }

    public long kept() {
        return kept;
    }

    /** Returns the number of bytes that the step expects; 0 if the step has reported no number. */
    public long expected() {
        return expected;
    }
}
