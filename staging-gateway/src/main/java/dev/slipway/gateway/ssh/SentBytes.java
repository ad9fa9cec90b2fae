package dev.slipway.gateway.ssh;

import dev.slipway.gateway.step.MovedBytes;
import java.io.InputStream;

/**
 * Counts how much of one file has gone to a host, over all connections used. Several files may be counted in one
 * {@link MovedBytes} at once.
 */
final class SentBytes {
    private final MovedBytes moved;
    private boolean begun;
    private long kept;
    private long sent;

    SentBytes(MovedBytes moved) {
        this.moved = moved;
    }

    /**
     * Begins a connection that sends the bytes after those that the host has. Before the first connection, an earlier
     * try has left those bytes there.
     */
    void beginAfter(long there) {
        synchronized (moved) {
            long keeps = begun ? Math.min(kept, there) : there;
            // Bytes that were under way when the last line broke are lost.
            moved.add(there - keeps - sent, 0);
            moved.keep(keeps - kept);
            begun = true;
            kept = keeps;
            sent = there - keeps;
        }
    }

    /** Returns a stream of the same bytes that counts them as they are read. */
    InputStream counted(InputStream in) {
        return new CountedStream(in, this::add);
    }

    private void add(long bytes) {
        synchronized (moved) {
            sent += bytes;
            moved.add(bytes, 0);
        }
    }
}
