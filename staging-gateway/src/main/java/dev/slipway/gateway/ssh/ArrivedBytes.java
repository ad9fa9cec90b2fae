package dev.slipway.gateway.ssh;

import dev.slipway.gateway.bytes.SingleByte;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;

/**
 * Buffers the bytes of a channel between the thread that reads the session and the thread of the step. Replaces JSch's
 * pipe, which holds one packet, so that each thread waits for the other at every packet. A JSch pipe that may grow
 * mixes up its bytes.
 */
final class ArrivedBytes extends OutputStream {
    private final byte[] ring;
    private int first;
    private int held;
    private boolean ended;
    private boolean unwanted;

    /** @param most the bytes that may wait before the session waits */
    ArrivedBytes(int most) {
        ring = new byte[most];
    }

    @Override
    public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
    }

    /** Waits for room; all channels of the session wait with this one. @throws IOException if nobody reads any more */
    @Override
    public synchronized void write(byte[] bytes, int offset, int length) throws IOException {
        for (int at = 0; at < length; ) {
            while (held == ring.length && !unwanted && !ended) {
                await();
            }
            if (unwanted || ended) {
                throw new IOException("nobody takes what arrives");
            }
            int end = (first + held) % ring.length;
            int fits = Math.min(length - at, Math.min(ring.length - held, ring.length - end));
            System.arraycopy(bytes, offset + at, ring, end, fits);
            held += fits;
            at += fits;
            notifyAll();
        }
    }

    /** Marks the end of the bytes. */
    @Override
    public synchronized void close() {
        ended = true;
        notifyAll();
    }

    private synchronized int take(byte[] bytes, int offset, int length) throws IOException {
        while (held == 0 && !ended) {
            await();
        }
        if (held == 0) {
            return -1;
        }
        int taken = Math.min(length, Math.min(held, ring.length - first));
        System.arraycopy(ring, first, bytes, offset, taken);
        first = (first + taken) % ring.length;
        held -= taken;
        notifyAll();
        return taken;
    }

    private synchronized void leave() {
        unwanted = true;
        notifyAll();
    }

    private void await() throws InterruptedIOException {
        try {
            wait();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("cancelled");
        }
    }

    /** Returns the stream of the bytes, for one thread. Closing the stream ends the reading. */
    InputStream taken() {
        return new InputStream() {
            @Override
            public int read() throws IOException {
                return SingleByte.of(this);
            }

            @Override
            public int read(byte[] bytes, int offset, int length) throws IOException {
                return length == 0 ? 0 : take(bytes, offset, length);
            }

            @Override
            public void close() {
                leave();
            }
        };
    }
}
