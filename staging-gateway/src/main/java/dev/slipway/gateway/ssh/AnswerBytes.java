package dev.slipway.gateway.ssh;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;

/** Keeps the output of a command on a host, up to a bound, and knows when the host has sent the whole output. */
final class AnswerBytes extends OutputStream {
    /** The treatment of bytes beyond the bound. */
    enum Beyond {
        /** The write fails, and JSch then ends the channel. */
        REFUSED,
        /** The first bytes are dropped. */
        LAST_KEPT
    }

    private final int most;
    private final Beyond beyond;
    private final ByteArrayOutputStream kept = new ByteArrayOutputStream();
    private final CountDownLatch end = new CountDownLatch(1);
    private boolean passed;

    AnswerBytes(int most, Beyond beyond) {
        this.most = most;
        this.beyond = beyond;
    }

    @Override
    public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public synchronized void write(byte[] bytes, int offset, int length) throws IOException {
        kept.write(bytes, offset, length);
        if (beyond == Beyond.REFUSED && kept.size() > most) {
            passed = true;
            throw new IOException("more than " + most + " bytes");
        }
        // The text is shortened only above twice the bound, so that a long text is not copied for each piece.
        if (kept.size() > 2 * most) {
            byte[] all = kept.toByteArray();
            kept.reset();
            kept.write(all, all.length - most, most);
        }
    }

    @Override
    public void close() {
        end.countDown();
    }

    /** Waits until the host has sent the whole output, or the connection broke. */
    void awaitEnd() throws InterruptedException {
        end.await();
    }

    /** Returns whether the host has sent more bytes than the bound. */
    synchronized boolean passed() {
        return passed;
    }

    /** Returns the text so far; of a text above the bound, the last bytes. */
    synchronized String text() {
        byte[] all = kept.toByteArray();
        int from = Math.max(0, all.length - most);
        return new String(all, from, all.length - from, StandardCharsets.UTF_8);
    }
}
