package dev.slipway.web.charts;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.slipway.problem.ProblemException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the drawings of results by the hashes of the results, because results never change. Each drawing is made once,
 * however many users ask for it. The number of turns limits how many drawings are made at one time: the owner of a
 * result chooses its content, so a result can cost much to read.
 */
final class Drawings<T> {
    private static final Logger LOG = LoggerFactory.getLogger(Drawings.class);
    private static final int LOCKS = 64;
    private static final int KEPT = 128;

    private final Semaphore turns;
    private final Duration patience;
    private final Cache<String, T> latest =
            Caffeine.newBuilder().maximumSize(KEPT).executor(Runnable::run).build();
    private final ReentrantLock[] locks =
            Stream.generate(ReentrantLock::new).limit(LOCKS).toArray(ReentrantLock[]::new);

    /** Reads and draws a result. */
    interface Drawing<T> {
        /** @throws IOException for a result that cannot be read, now or ever */
        T draw() throws IOException;
    }

    /** Says that all turns are taken by other drawings; a later try can succeed. */
    static final class BusyException extends Exception {
        private static final long serialVersionUID = 1L;
    }

    /** @param patience how long a request waits for a turn */
    Drawings(Semaphore turns, Duration patience) {
        this.turns = turns;
        this.patience = patience;
    }

    /** @param failed the value that stands for a drawing that cannot be made */
    T get(String key, T failed, Drawing<T> drawing) throws BusyException {
        T known = latest.getIfPresent(key);
        if (known != null) {
            return known;
        }
        ReentrantLock lock = locks[Math.floorMod(key.hashCode(), LOCKS)];
        try {
            if (!lock.tryLock(patience.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new BusyException();
            }
            try {
                return ofOne(key, failed, drawing);
            } finally {
                lock.unlock();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new BusyException();
        }
    }

    /** Makes one drawing. The caller holds the lock of the key. Another thread may have made the drawing before. */
    private T ofOne(String key, T failed, Drawing<T> drawing) throws BusyException, InterruptedException {
        T known = latest.getIfPresent(key);
        if (known != null) {
            return known;
        }
        if (!turns.tryAcquire(patience.toMillis(), TimeUnit.MILLISECONDS)) {
            throw new BusyException();
        }
        try {
            T drawn = drawn(key, failed, drawing);
            latest.put(key, drawn);
            return drawn;
        } catch (UncheckedIOException | ProblemException e) {
            // The store or the disk is at fault and not the result, so a later try may succeed.
            LOG.warn("result {} cannot be drawn now: {}", key, e.getMessage());
            return failed;
        } finally {
            turns.release();
        }
    }

    private T drawn(String key, T failed, Drawing<T> drawing) {
        try {
            return drawing.draw();
        } catch (IOException e) {
            LOG.warn("result {} cannot be drawn: {}", key, e.getMessage());
            return failed;
        }
    }
}
