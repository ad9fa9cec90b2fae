package dev.slipway.gateway.step;

import dev.slipway.staging.TransferMeter;

/** Counts what one step moved and tells the job's meter, not oftener than each 64 KiB. For one thread. */
public final class Moved {
    private static final long TELL_EACH = 64 * 1024;

    private final TransferMeter meter;
    private final Runnable midway;
    private long bytes;
    private long rows;
    private long told;

    public Moved(TransferMeter meter) {
        this(meter, () -> {});
    }

    /**
     * One that others watch as well.
     *
     * @param midway called each 64 KiB, when the meter is told
     */
    public Moved(TransferMeter meter, Runnable midway) {
        this.meter = meter;
        this.midway = midway;
    }

    /** Adds to the totals. */
    public void add(long moreBytes, long moreRows) {
        bytes += moreBytes;
        rows += moreRows;
        if (bytes - told >= TELL_EACH) {
            tell();
            midway.run();
        }
    }

    /** Tells the meter the totals, whatever they are. */
    public void tell() {
        told = bytes;
        meter.moved(bytes, rows);
    }

    /** Uncompressed bytes so far. */
    public long bytes() {
        return bytes;
    }

    /** Rows so far, headers not counted. */
    public long rows() {
        return rows;
    }
}
