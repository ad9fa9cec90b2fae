package dev.slipway.gateway.files;

import dev.slipway.digest.Sha256;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;

/**
 * Computes the SHA-256 of bytes as they pass; for one thread. After the first few bytes, a second thread hashes. Moving
 * bytes and hashing them take about as long, so one buffer is hashed while the next one fills.
 */
final class HashingAside {
    /** The largest file that is hashed without another thread. */
    private static final int AT_ONCE = 1 << 18;

    private static final Executor THREADS = Executors.newCachedThreadPool(work -> {
        Thread thread = new Thread(work, "staging-hash");
        thread.setDaemon(true);
        return thread;
    });

    private final Sha256 digest;
    private CompletableFuture<Void> underWay = CompletableFuture.completedFuture(null);
    private byte[] filling;
    private byte[] next;
    private int filled;
    private long passed;

    /** @param begun the hash of the bytes before; the caller must not use it any more */
    HashingAside(Sha256 begun) {
        digest = begun;
    }

    /** Adds these bytes, which are the caller's again when this returns. */
    void add(byte[] data, int offset, int length) {
        if (passed + length <= AT_ONCE) {
            digest.add(data, offset, length);
        } else {
            aside(data, offset, length);
        }
        passed += length;
    }

    private void aside(byte[] data, int offset, int length) {
        if (filling == null) {
            filling = new byte[AT_ONCE];
            next = new byte[AT_ONCE];
        }
        for (int at = 0; at < length; ) {
            int fits = Math.min(length - at, AT_ONCE - filled);
            System.arraycopy(data, offset + at, filling, filled, fits);
            filled += fits;
            at += fits;
            if (filled == AT_ONCE) {
                swap();
            }
        }
    }

    private void swap() {
        underWay.join();
        byte[] full = filling;
        underWay = CompletableFuture.runAsync(() -> digest.add(full), THREADS);
        filling = next;
        next = full;
        filled = 0;
    }

    /** Waits for the other thread. */
    private Sha256 settled() {
        underWay.join();
        if (filled > 0) {
            digest.add(filling, 0, filled);
            filled = 0;
        }
        return digest;
    }

    /** Returns the hash of the bytes so far, as 64 lower-case hex digits. */
    String soFar() {
        return settled().copy().end();
    }

    /** Returns the hash of all bytes, as 64 lower-case hex digits, and begins anew. */
    String end() {
        String all = settled().end();
        passed = 0;
        return all;
    }
}
