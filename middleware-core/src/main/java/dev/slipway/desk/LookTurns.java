package dev.slipway.desk;

import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.staging.Place;
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

/** Who may have places looked at: one at once of a user, some of all. Who finds no turn waits for a moment, in the order of coming. */
final class LookTurns {
    private static final Logger LOG = LoggerFactory.getLogger(LookTurns.class);
    private static final int TURNS_AT_ONCE = 8;
    private static final int TURNS_AT_A_PLACE = TURNS_AT_ONCE / 4;
    private static final int PLACES_AT_ONCE = 8;

    /** For which somebody waits for a turn; most looks are shorter. */
    private static final Duration PATIENCE = Duration.ofSeconds(3);

    private final String purpose;
    private final Duration patience;
    private final Set<String> users = ConcurrentHashMap.newKeySet();
    private final Semaphore free = new Semaphore(TURNS_AT_ONCE, true);
    private final Map<Place, Semaphore> freeAt = new ConcurrentHashMap<>();

    /** @param purpose what a turn is for, one word */
    LookTurns(String purpose) {
        this(purpose, PATIENCE);
    }

    /** The same. @param patience for which somebody waits for a turn */
    LookTurns(String purpose, Duration patience) {
        this.purpose = purpose;
        this.patience = patience;
    }

    /** @throws ProblemException PLAN_BUSY while {@code user} has a turn, or too many others have */
    Turn take(String user) {
        return take(user, Map.of());
    }

    /**
     * The same for one place, at which only a part of the turns is to be had: one that is slow does not take those of the others.
     *
     * @param place a known one
     */
    Turn take(String user, Place place) {
        return take(user, Map.of(place, freeAt.computeIfAbsent(place, one -> new Semaphore(TURNS_AT_A_PLACE, true))));
    }

    /** Those at a place come first: who waits for them keeps nobody else's. */
    private Turn take(String user, Map<Place, Semaphore> at) {
        if (!users.add(user)) {
            throw busy("another " + purpose + " of user " + user + " is being made");
        }
        Turn turn = new Turn(user);
        try {
            at.forEach((place, here) ->
                    turn.acquire(here, TURNS_AT_A_PLACE + " " + purpose + "s at " + place + " are being made"));
            turn.acquire(free, TURNS_AT_ONCE + " " + purpose + "s are being made");
            return turn;
        } catch (ProblemException e) {
            turn.end();
            throw e;
        }
    }

    private static ProblemException busy(String words) {
        return new ProblemException(Problem.of(ProblemCode.PLAN_BUSY, words));
    }

    /** Over when all its looks have ended, which may be after the answer. */
    final class Turn implements AutoCloseable {
        private final String user;
        private final List<Semaphore> held = new ArrayList<>();
        private ExecutorService looks;

        private Turn(String user) {
            this.user = user;
        }

        private void acquire(Semaphore turns, String otherwise) {
            try {
                if (turns.tryAcquire(patience.toMillis(), TimeUnit.MILLISECONDS)) {
                    held.add(turns);
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

        /** Threads for so many looks; asked for once. */
        ExecutorService looks(int count) {
            looks = Executors.newFixedThreadPool(
                    Math.min(count, PLACES_AT_ONCE), work -> daemon("slipway-" + purpose, work));
            return looks;
        }

        @Override
        public void close() {
            if (looks == null || hasEnded()) {
                end();
            } else {
                daemon("slipway-" + purpose + "-end", this::endLater).start();
            }
        }

        /** Threads end a moment after their looks, and whoever has the answer may ask on at once. */
        private boolean hasEnded() {
            try {
                return looks.awaitTermination(1, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return false;
            }
        }

        private void endLater() {
            try {
                while (!looks.awaitTermination(1, TimeUnit.HOURS)) {
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
