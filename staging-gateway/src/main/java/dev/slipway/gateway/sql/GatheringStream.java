package dev.slipway.gateway.sql;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Below a large buffer: while much comes, lets more gather for a moment before it is read. A database sends eight kilobytes at a time, and
 * to wake a reader for each of them costs the server's processor nearly a tenth of a COPY. A short answer waits for nothing. For one thread.
 */
final class GatheringStream extends FilterInputStream {
    /** At least so much in one piece is a part of more. */
    private static final int MUCH = 1 << 13;

    /** What is worth a waking. */
    private static final int ENOUGH = 1 << 16;

    private static final long MOMENT_NANOS = TimeUnit.MICROSECONDS.toNanos(300);

    private final Runnable moment;
    private int last;

    GatheringStream(InputStream in) {
        this(in, () -> LockSupport.parkNanos(MOMENT_NANOS));
    }

    /** @param moment lets it pass */
    GatheringStream(InputStream in, Runnable moment) {
        super(in);
        this.moment = moment;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        if (last >= MUCH && in.available() < ENOUGH) {
            moment.run();
        }
        last = in.read(bytes, offset, length);
        return last;
    }
}
