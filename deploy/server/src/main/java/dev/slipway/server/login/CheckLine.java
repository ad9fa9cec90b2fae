package dev.slipway.server.login;

import dev.slipway.server.doorstep.FairShare;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;

/**
 * Where strangers stand in line to have a password checked, each on a thread: a check takes a core for a tenth of a second.
 *
 * <ul>
 *   <li>Those of one network are checked one after the other, or all would be begun before the first has failed; and one of each network
 *       at a time waits for a core, so that somebody from elsewhere waits for one check of theirs, not for all.
 *   <li>Half of the cores check.
 *   <li>The line has {@link #PLACES}, a {@link FairShare} of them for each network; more are turned away at once.
 * </ul>
 */
final class CheckLine {
    static final int PLACES = 64;

    private final FairShare places = new FairShare(PLACES);
    private final Map<String, Semaphore> turns = new HashMap<>();
    private final Semaphore cores = halfOfTheCores();

    static Semaphore halfOfTheCores() {
        return new Semaphore(Math.max(1, Runtime.getRuntime().availableProcessors() / 2), true);
    }

    /** @throws CrowdedException if the line is too long */
    <T> T inTurn(String network, Supplier<T> check) {
        Semaphore turn = enter(network);
        try {
            return during(turn, () -> during(cores, check));
        } finally {
            leave(network);
        }
    }

    static <T> T during(Semaphore permit, Supplier<T> work) {
        permit.acquireUninterruptibly();
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
