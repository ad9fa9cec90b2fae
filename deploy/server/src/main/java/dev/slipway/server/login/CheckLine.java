package dev.slipway.server.login;

import dev.slipway.server.doorstep.FairShare;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Makes strangers stand in line to have a password checked, each on a thread. A check takes a core for a tenth of a
 * second.
 *
 * <ul>
 * <li>The claims of one network are checked one after the other; otherwise all checks would begin before the first has
 * failed. Of each network only one claim at a time waits for a core, so that a client from elsewhere waits for one
 * check of that network and not for all.
 * <li>Half of the cores check.
 * <li>The line has {@link #PLACES}, a {@link FairShare} of them for each network. Further clients are turned away at
 * once. A client that waits too long is turned away then: it has gone, or will ask again.
 * </ul>
 */
final class CheckLine {
    static final int PLACES = 64;

    /** The longest wait, for the turn within the network and for a core together. */
    static final Duration PATIENCE = Duration.ofSeconds(10);

    private final FairShare places = new FairShare(PLACES);
    private final Map<String, Semaphore> turns = new HashMap<>();
    private final Semaphore cores;
    private final LongSupplier nanos;

    CheckLine() {
        this(halfOfTheCores(), System::nanoTime);
    }

    /** @param nanos the time, as {@link System#nanoTime} counts */
    CheckLine(Semaphore cores, LongSupplier nanos) {
        this.cores = cores;
        this.nanos = nanos;
    }

    static Semaphore halfOfTheCores() {
        return new Semaphore(Math.max(1, Runtime.getRuntime().availableProcessors() / 2), true);
    }

    /** @throws CrowdedException if the line is full or the wait is too long */
    <T> T inTurn(String network, Supplier<T> check) {
        long end = nanos.getAsLong() + PATIENCE.toNanos();
        Semaphore turn = enter(network);
        try {
            return within(PATIENCE, turn, () -> within(Duration.ofNanos(end - nanos.getAsLong()), cores, check));
        } finally {
            leave(network);
        }
    }

    /**
     * Does the work with a permit.
     *
     * @throws CrowdedException if no permit is free in time
     */
    static <T> T within(Duration patience, Semaphore permit, Supplier<T> work) {
        try {
            if (!permit.tryAcquire(patience.toNanos(), TimeUnit.NANOSECONDS)) {
                throw new CrowdedException();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CrowdedException();
        }
        try {
            return work.get();
        } finally {
            permit.release();
        }
    }

    private synchronized Semaphore enter(String network) {
        if (!places.take(network)) {
            throw new CrowdedException();
        }
        return turns.computeIfAbsent(network, one -> new Semaphore(1, true));
    }

    private synchronized void leave(String network) {
        if (places.give(network)) {
            turns.remove(network);
        }
    }
}
