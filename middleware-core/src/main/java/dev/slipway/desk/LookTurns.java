package dev.slipway.desk;

import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Who may have places looked at: one at once of a user, some of all. */
final class LookTurns {
    private static final Logger LOG = LoggerFactory.getLogger(LookTurns.class);
    private static final int TURNS_AT_ONCE = 8;
    private static final int PLACES_AT_ONCE = 8;

    private final String purpose;
    private final Set<String> users = ConcurrentHashMap.newKeySet();
    private final Semaphore free = new Semaphore(TURNS_AT_ONCE);

    /** @param purpose what a turn is for, one word */
    LookTurns(String purpose) {
        this.purpose = purpose;
    }

    /** @throws ProblemException PLAN_BUSY while {@code user} has a turn, or too many others have */
    Turn take(String user) {
        if (!users.add(user)) {
            throw busy("another " + purpose + " of user " + user + " is being made");
        }
        if (!free.tryAcquire()) {
            users.remove(user);
            throw busy(TURNS_AT_ONCE + " " + purpose + "s are being made");
        }
        return new Turn(user);
    }

    private static ProblemException busy(String words) {
        return new ProblemException(Problem.of(ProblemCode.PLAN_BUSY, words));
    }

    /** Over when all its looks have ended, which may be after the answer. */
    final class Turn implements AutoCloseable {
        private final String user;
        private ExecutorService looks;

        private Turn(String user) {
            this.user = user;
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
            if (looks == null || looks.isTerminated()) {
                end();
            } else {
                daemon("slipway-" + purpose + "-end", this::endLater).start();
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
            free.release();
        }
    }

    private static Thread daemon(String name, Runnable work) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        return thread;
    }
}
