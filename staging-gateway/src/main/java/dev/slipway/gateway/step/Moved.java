package dev.slipway.gateway.step;

import dev.slipway.staging.TransferMeter;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Counts what one step moved and tells the job's meter of its first bytes, then of each 64 KiB, and at least each second while anything
 * moves: who watches for steps that stand still goes by what is told. For one thread.
 */
public final class Moved {
    private static final long TELL_EACH = 64 * 1024;

    private static final long TELL_EACH_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** Looks at the clock at the first of so many additions: rows may come by millions a second. */
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

    public Moved(TransferMeter meter) {
        this(meter, () -> {});
    }

    /**
     * One that others watch as well.
     *
     * @param midway called each 64 KiB
     */
    public Moved(TransferMeter meter, Runnable midway) {
        this(meter, midway, System::nanoTime);
    }

    /** @param nanos a clock */
    Moved(TransferMeter meter, Runnable midway, LongSupplier nanos) {
        this.meter = meter;
        this.midway = midway;
        this.nanos = nanos;
    }

    /** Adds to the totals. */
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

    /** Adds bytes to the totals that an earlier try has left: they were not moved now. Fewer than were told before if negative. */
    public void keep(long more) {
        if (more != 0) {
            kept += more;
            bytes += more;
            meter.kept(kept);
            tell();
        }
    }

    /** What the bytes will come to in all. */
    public void expect(long all) {
        meter.expects(all);
    }

    /** Copies all of {@code from} and adds it up; {@code cancellation} ends it between two pieces. */
    public void copy(InputStream from, OutputStream to, Cancellation cancellation)
            throws IOException, InterruptedException {
        byte[] buffer = new byte[64 * 1024];
        for (int got = from.read(buffer); got >= 0; got = from.read(buffer)) {
            cancellation.check();
            to.write(buffer, 0, got);
            add(got, 0);
        }
    }

    /** Tells the meter the totals, whatever they are. */
    public void tell() {
        told = bytes;
        tellMeter();
    }

    private void tellMeter() {
        toldAt = nanos.getAsLong();
        added = 0;
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
