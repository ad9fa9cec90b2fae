package dev.slipway.desk.plan;

import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.request.Place;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Bounds how many users ask places at the same time. A user has one permit at once, and all users together have some. A
 * user without a free permit waits a moment; permits go to users in the order in which they came.
 */
final class ProbePermits {
    private static final Logger LOG = LoggerFactory.getLogger(ProbePermits.class);
    private static final int PERMITS_AT_ONCE = 8;
    private static final int PERMITS_AT_A_PLACE = PERMITS_AT_ONCE / 4;
    private static final int PLACES_AT_ONCE = 8;

    /** Time for which a user waits for a permit; most looks are shorter. */
    private static final Duration PATIENCE = Duration.ofSeconds(3);

    private final String purpose;
    private final Duration patience;
    private final Set<String> users = ConcurrentHashMap.newKeySet();
    private final Semaphore free = new Semaphore(PERMITS_AT_ONCE, true);
    private final Map<Place, Semaphore> freeAt = new ConcurrentHashMap<>();

    /** @param purpose the purpose of a permit, in one word */
    ProbePermits(String purpose) {
        this(purpose, PATIENCE);
    }

    /**
     * @param purpose the purpose of a permit, in one word
     * @param patience the time for which a user waits for a permit
     */
    ProbePermits(String purpose, Duration patience) {
        this.purpose = purpose;
        this.patience = patience;
    }

    /**
     * Takes a permit for the user.
     *
     * @throws ProblemException PLAN_BUSY if the user has a permit already, or no permit became free in time
     */
    Permit take(String user) {
        return take(user, Map.of());
    }

    /**
     * Takes a permit for one place. A place has only a part of all permits, so a slow place leaves some to the others.
     *
     * @param place a place that is configured
     */
    Permit take(String user, Place place) {
        return take(user, Map.of(place, freeAt.computeIfAbsent(place, one -> new Semaphore(PERMITS_AT_A_PLACE, true))));
    }

    /** Takes the permits of the place first: a user who waits for them keeps no permit that another place could use. */
    private Permit take(String user, Map<Place, Semaphore> at) {
        if (!users.add(user)) {
            throw busy("another " + purpose + " of user " + user + " is being made");
        }
        Permit permit = new Permit(user);
        try {
            at.forEach((place, here) ->
                    permit.acquire(here, PERMITS_AT_A_PLACE + " " + purpose + "s at " + place + " are being made"));
            permit.acquire(free, PERMITS_AT_ONCE + " " + purpose + "s are being made");
            return permit;
        } catch (ProblemException e) {
            permit.end();
            throw e;
        }
    }

    private static ProblemException busy(String words) {
        return new ProblemException(Problem.of(ProblemCode.PLAN_BUSY, words));
    }

    /**
     * Permission to ask places. The permit ends when all looks under the permit have ended, which may be after the
     * answer.
     */
    final class Permit implements AutoCloseable {
        private final String user;
        private final List<Semaphore> held = new ArrayList<>();
        private ExecutorService threads;

        private Permit(String user) {
            this.user = user;
        }

        private void acquire(Semaphore permits, String otherwise) {
            try {
                if (permits.tryAcquire(patience.toMillis(), TimeUnit.MILLISECONDS)) {
                    held.add(permits);
                    return;
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            throw busy(otherwise);
        }

        String user() {
            return user;
        }

        /** Starts threads for so many looks; called once. */
        ExecutorService threads(int count) {
            threads = Executors.newFixedThreadPool(
                    Math.min(count, PLACES_AT_ONCE), work -> daemon("slipway-" + purpose, work));
            return threads;
        }

        @Override
        public void close() {
            if (threads == null || hasEnded()) {
                end();
            } else {
                daemon("slipway-" + purpose + "-end", this::endLater).start();
            }
        }

        /** Waits a moment for the threads. They end shortly after their looks, and the user may ask again at once. */
        private boolean hasEnded() {
            try {
                return threads.awaitTermination(1, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return false;
            }
        }

        private void endLater() {
            try {
                while (!threads.awaitTermination(1, TimeUnit.HOURS)) {
                    LOG.warn("a look of the last {} of user {} has not ended yet", purpose, user);
                }
                end();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        private void end() {
            users.remove(user);
            held.forEach(Semaphore::release);
        }
    }

    private static Thread daemon(String name, Runnable work) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        return thread;
    }
}
