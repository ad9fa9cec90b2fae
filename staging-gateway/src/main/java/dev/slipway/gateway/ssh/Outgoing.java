package dev.slipway.gateway.ssh;

import dev.slipway.gateway.step.Moved;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** How much of one file has gone to a host, over as many lines as it takes. Several may count in one {@link Moved} at once. */
final class Outgoing {
    private final Moved moved;
    private boolean begun;
    private long kept;
    private long sent;

    Outgoing(Moved moved) {
        this.moved = moved;
    }

    /** A line begins after what the host has; before the first line, an earlier try has left that there. */
    void beginAfter(long there) {
        synchronized (moved) {
            long keeps = begun ? Math.min(kept, there) : there;
            // What was on its way when the last line broke has gone again.
            moved.add(there - keeps - sent, 0);
            moved.keep(keeps - kept);
            begun = true;
            kept = keeps;
            sent = there - keeps;
        }
    }

    /** The same bytes, counted as they are read. */
    InputStream counted(InputStream in) {
        return new FilterInputStream(in) {
            @Override
            public int read() throws IOException {
                int b = super.read();
                add(b < 0 ? 0 : 1);
                return b;
            }

            @Override
            public int read(byte[] bytes, int offset, int length) throws IOException {
                int got = super.read(bytes, offset, length);
                add(Math.max(0, got));
                return got;
            }
        };
    }

    private void add(long bytes) {
        synchronized (moved) {
            sent += bytes;
            moved.add(bytes, 0);
        }
    }
}
