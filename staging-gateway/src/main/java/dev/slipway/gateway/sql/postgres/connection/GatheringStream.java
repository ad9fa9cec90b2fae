package dev.slipway.gateway.sql.postgres.connection;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Reads a socket below a large buffer. While much data comes, waits a moment before a read so that more gathers. A
 * database sends eight kilobytes at a time, and waking a reader for each packet costs the server's processor nearly a
 * tenth of a COPY. Short answers do not wait. For one thread.
 */
final class GatheringStream extends FilterInputStream {
    /** Bytes of one read that suggest that more data follow. */
    private static final int MUCH = 1 << 13;

    /** Bytes that are worth waking the reader. */
    private static final int ENOUGH = 1 << 16;

    private static final long MOMENT_NANOS = TimeUnit.MICROSECONDS.toNanos(300);

    private final Runnable moment;
    private int last;

    GatheringStream(InputStream in) {
        this(in, () -> LockSupport.parkNanos(MOMENT_NANOS));
    }

    /** @param moment waits for the moment to pass */
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
