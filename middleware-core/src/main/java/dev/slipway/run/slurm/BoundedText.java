package dev.slipway.run.slurm;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/**
 * Reads a stream of a command on a separate thread, up to the end of the stream, and keeps the last bytes up to a
 * bound. So the command never waits for a reader, and no answer fills the memory.
 */
final class BoundedText {
    private final int most;
    private final Thread reader;
    private final ByteArrayOutputStream kept = new ByteArrayOutputStream();
    private boolean passed;

    BoundedText(InputStream stream, int most) {
        this.most = most;
        reader = new Thread(() -> read(stream), "slipway-cluster-out");
        reader.setDaemon(true);
        reader.start();
    }

    private void read(InputStream stream) {
        byte[] buffer = new byte[8192];
        try (stream) {
            for (int got = stream.read(buffer); got >= 0; got = stream.read(buffer)) {
                keep(buffer, got);
            }
        } catch (IOException e) {
            // The command was ended; the bytes so far are kept.
            return;
        }
    }

    private synchronized void keep(byte[] bytes, int count) {
        kept.write(bytes, 0, count);
        if (kept.size() > 2 * most) {
            byte[] all = kept.toByteArray();
            kept.reset();
            kept.write(all, all.length - most, most);
            passed = true;
        }
    }

    /** Waits for the end of the stream; returns whether the stream has ended in this time. */
    boolean ended(long millis) throws InterruptedException {
        reader.join(millis);
        return !reader.isAlive();
    }

    /** Returns whether the stream had more bytes than the bound. */
    synchronized boolean passed() {
        return passed || kept.size() > most;
    }

    /** Returns the text so far; of a text above the bound, the last bytes. */
    synchronized String so() {
        byte[] all = kept.toByteArray();
        int from = Math.max(0, all.length - most);
        return new String(all, from, all.length - from, StandardCharsets.UTF_8);
    }
}
