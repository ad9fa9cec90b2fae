package dev.slipway.gateway.sql;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Reads a socket in large pieces. While much comes, it lets more gather for a moment: a database sends eight kilobytes at a time, and to
 * wake a reader for each of them costs the server's processor nearly a tenth of a COPY. A short answer waits for nothing. For one thread.
 */
final class GatheringStream extends FilterInputStream {
    private static final int BUFFER = 1 << 18;

    /** At least so much in one piece is a part of more. */
    private static final int MUCH = 1 << 13;

    /** What is worth a waking. */
    private static final int ENOUGH = 1 << 16;

    private static final long MOMENT_NANOS = TimeUnit.MICROSECONDS.toNanos(300);

    private final byte[] buffer = new byte[BUFFER];
    private int next;
    private int end;
    private int last;

    GatheringStream(InputStream in) {
        super(in);
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        if (next == end && !fill()) {
            return -1;
        }
        int given = Math.min(length, end - next);
        System.arraycopy(buffer, next, bytes, offset, given);
        next += given;
        return given;
    }

    private boolean fill() throws IOException {
        if (last >= MUCH && in.available() < ENOUGH) {
            LockSupport.parkNanos(MOMENT_NANOS);
        }
        last = in.read(buffer);
        next = 0;
        end = Math.max(0, last);
        return last >= 0;
    }

    @Override
    public int available() throws IOException {
        return end - next + in.available();
    }

    /** By reading: what waits here is skipped first. */
    @Override
    public long skip(long bytes) throws IOException {
        long left = bytes;
        while (left > 0 && (next < end || fill())) {
            int skipped = (int) Math.min(left, end - next);
            next += skipped;
            left -= skipped;
        }
        return bytes - left;
    }

    @Override
    public boolean markSupported() {
        return false;
    }
}
