package dev.slipway.gateway.step;

import dev.slipway.staging.TransferMeter;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Counts the bytes and rows that one step has moved, and reports them to the job's meter. Reports the first bytes, then
 * each 64 KiB, and at least once a second while anything moves. The watch over stalled steps relies on the meter. For
 * one thread.
 */
public final class MovedBytes {
    private static final long TELL_EACH = 64 * 1024;

    private static final long TELL_EACH_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** Additions between two looks at the clock, because millions of rows may come in a second. */
    private static final int LOOK_EACH = 32;

    private final TransferMeter meter;
    private final Runnable midway;
    private final LongSupplier nanos;
    private long bytes;
    private long rows;
    private long told;
    private long kept;
    private long toldAt;
    private int added;

    public MovedBytes(TransferMeter meter) {
        this(meter, () -> {});
    }

    /** @param midway called after each 64 KiB */
    public MovedBytes(TransferMeter meter, Runnable midway) {
        this(meter, midway, System::nanoTime);
    }

    /** @param nanos a clock */
    MovedBytes(TransferMeter meter, Runnable midway, LongSupplier nanos) {
        this.meter = meter;
        this.midway = midway;
        this.nanos = nanos;
    }

    /** Adds bytes and rows to the totals. */
    public void add(long moreBytes, long moreRows) {
        boolean begins = bytes == 0 && moreBytes > 0;
        bytes += moreBytes;
        rows += moreRows;
        if (bytes - told >= TELL_EACH) {
            tell();
            midway.run();
        } else if (begins || (added++ % LOOK_EACH == 0 && nanos.getAsLong() - toldAt >= TELL_EACH_NANOS)) {
            tellMeter();
        }
    }

    /** Adds bytes that an earlier try left and that did not move now. A negative number takes back earlier reports. */
    public void keep(long more) {
        if (more != 0) {
            kept += more;
            bytes += more;
            meter.kept(kept);
            tell();
        }
    }

    /** Tells the meter how many bytes the step will move in total. */
    public void expect(long all) {
        meter.expects(all);
    }

    /** Copies and counts all of {@code from}. A cancel ends the copy between two pieces. */
    public void copy(InputStream from, OutputStream to, Cancellation cancellation)
            throws IOException, InterruptedException {
        byte[] buffer = new byte[64 * 1024];
        for (int got = from.read(buffer); got >= 0; got = from.read(buffer)) {
            cancellation.check();
            to.write(buffer, 0, got);
            add(got, 0);
        }
    }

    /** Reports the totals to the meter, whatever was reported before. */
    public void tell() {
        told = bytes;
        tellMeter();
    }

    private void tellMeter() {
        toldAt = nanos.getAsLong();
        added = 0;
        meter.moved(bytes, rows);
    }

    /** Returns the uncompressed bytes so far. */
    public long bytes() {
        return bytes;
    }

    /** Returns the rows so far; headers do not count. */
    public long rows() {
        return rows;
    }
}
