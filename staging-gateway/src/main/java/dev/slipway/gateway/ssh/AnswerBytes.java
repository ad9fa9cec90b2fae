package dev.slipway.gateway.ssh;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;

/** Keeps what a command on a host writes, up to a bound, and tells when the host has sent all. */
final class AnswerBytes extends OutputStream {
    /** Says what happens to bytes beyond the bound. */
    enum Beyond {
        /** The write fails, by which JSch ends the channel. */
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
        // Shortened only now and then, so that a long text is not copied for each piece of it.
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

    /** Waits until the host has sent all, or the line broke. */
    void awaitEnd() throws InterruptedException {
        end.await();
    }

    /** Returns whether the host has sent more bytes than are taken. */
    synchronized boolean passed() {
        return passed;
    }

    /** Returns the text so far, its last bytes if there are more than the bound. */
    synchronized String text() {
        byte[] all = kept.toByteArray();
        int from = Math.max(0, all.length - most);
        return new String(all, from, all.length - from, StandardCharsets.UTF_8);
    }
}
