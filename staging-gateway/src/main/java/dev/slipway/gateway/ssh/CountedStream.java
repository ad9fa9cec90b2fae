package dev.slipway.gateway.ssh;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.function.LongConsumer;

/** A stream of the same bytes that tells how many bytes each read gave. */
final class CountedStream extends FilterInputStream {
    private final LongConsumer counter;

    CountedStream(InputStream in, LongConsumer counter) {
        super(in);
        this.counter = counter;
    }

    @Override
    public int read() throws IOException {
        int b = super.read();
        counter.accept(b < 0 ? 0 : 1);
        return b;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        int got = super.read(bytes, offset, length);
        counter.accept(Math.max(0, got));
        return got;
    }
}
