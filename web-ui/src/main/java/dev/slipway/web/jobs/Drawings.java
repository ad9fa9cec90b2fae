package dev.slipway.web.jobs;

import dev.slipway.problem.ProblemException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What results look like, kept by the hashes of what is drawn, since results never change. Each is drawn once, however many ask for it, and
 * only so many at the same time as there are turns: a result can cost much to read, and its owner chooses its content.
 */
final class Drawings<T> {
    private static final Logger LOG = LoggerFactory.getLogger(Drawings.class);
    private static final int LOCKS = 64;

    private final Semaphore turns;
    private final Duration patience;
    private final Map<String, T> latest = new Latest<>();
    private final ReentrantLock[] locks =
            Stream.generate(ReentrantLock::new).limit(LOCKS).toArray(ReentrantLock[]::new);

    /** Reads and draws. */
    interface Drawing<T> {
        /** @throws IOException for a result that cannot be read, now or ever */
        T draw() throws IOException;
    }

    /** Others are drawing: what is wanted can be had in a moment. */
    static final class BusyException extends Exception {
        private static final long serialVersionUID = 1L;
    }

    /** The last few that were looked at. */
    private static final class Latest<T> extends LinkedHashMap<String, T> {
        private static final long serialVersionUID = 1L;
        private static final int KEPT = 128;

        Latest() {
            super(16, 0.75f, true);
        }

        @Override
        public synchronized T get(Object key) {
            return super.get(key);
        }

        @Override
        public synchronized T put(String key, T value) {
            return super.put(key, value);
        }

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, T> eldest) {
            return size() > KEPT;
        }
    }

    /** @param patience with which a turn is waited for */
    Drawings(Semaphore turns, Duration patience) {
        this.turns = turns;
        this.patience = patience;
    }

    /** @param failed what stands for a drawing that cannot be made */
    T get(String key, T failed, Drawing<T> drawing) throws BusyException {
        T known = latest.get(key);
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

    /** By whoever holds the key's lock; another may have drawn it before. */
    private T ofOne(String key, T failed, Drawing<T> drawing) throws BusyException, InterruptedException {
        T known = latest.get(key);
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
            // The store's or the disk's trouble and not the result's, so the next may find it gone.
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
