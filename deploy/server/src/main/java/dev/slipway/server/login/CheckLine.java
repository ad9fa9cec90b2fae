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
 * Where strangers stand in line to have a password checked, each on a thread: a check takes a core for a tenth of a second.
 *
 * <ul>
 *   <li>Those of one network are checked one after the other, or all would be begun before the first has failed; and one of each network
 *       at a time waits for a core, so that somebody from elsewhere waits for one check of theirs, not for all.
 *   <li>Half of the cores check.
 *   <li>The line has {@link #PLACES}, a {@link FairShare} of them for each network; more are turned away at once, and who waits too long
 *       is turned away then: whoever sent it has gone, or will ask again.
 * </ul>
 */
final class CheckLine {
    static final int PLACES = 64;

    /** For one's turn among those of the network and for a core together. */
    static final Duration PATIENCE = Duration.ofSeconds(10);

    private final FairShare places = new FairShare(PLACES);
    private final Map<String, Semaphore> turns = new HashMap<>();
    private final Semaphore cores;
    private final LongSupplier nanos;

    CheckLine() {
        this(halfOfTheCores(), System::nanoTime);
    }

    /** @param nanos the time, as {@link System#nanoTime} tells it */
    CheckLine(Semaphore cores, LongSupplier nanos) {
        this.cores = cores;
        this.nanos = nanos;
    }

    static Semaphore halfOfTheCores() {
        return new Semaphore(Math.max(1, Runtime.getRuntime().availableProcessors() / 2), true);
    }

    /** @throws CrowdedException if the line is too long */
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
     * Does it with a permit.
     *
     * @throws CrowdedException if there is none in that time
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
