package dev.slipway.gateway.http;

import dev.slipway.gateway.bytes.SingleByte;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/**
 * The body of an answer, bounded in length. Remembers whether the line broke, because parsers hide that failure among
 * their own errors.
 */
final class WatchedAnswer extends FilterInputStream {
    private final long most;
    private long bytes;
    private IOException broken;

    WatchedAnswer(InputStream body, long most) {
        super(body);
        this.most = most;
    }

    @Override
    public int read() throws IOException {
        return SingleByte.of(this);
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
        if (bytes > most) {
            throw new IOException("it has more than " + most + " bytes");
        }
        try {
            int got = in.read(into, offset, length);
            bytes += Math.max(0, got);
            return got;
        } catch (IOException e) {
            broken = e;
            throw e;
        }
    }

    /** Throws the failure that broke the line, if there was one. */
    void requireWhole() throws IOException {
        if (broken != null) {
            throw broken;
        }
    }
}
