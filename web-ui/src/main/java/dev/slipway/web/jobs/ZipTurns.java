package dev.slipway.web.jobs;

import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import org.springframework.stereotype.Component;

/**
 * Bounds how many zips are written at once, because each keeps a thread of the server busy for as long as its reader
 * takes: one for each user, and a few for all users together.
 */
@Component
class ZipTurns {
    private static final int AT_ONCE = 8;

    private final Set<String> users = ConcurrentHashMap.newKeySet();
    private final Semaphore free = new Semaphore(AT_ONCE);

    /** The right to write one zip, until it is closed. */
    interface Turn {
        void close();
    }

    /** Gives the user a turn. @throws ProblemException CALL_INVALID if the user has one, or none is free */
    Turn take(String user) {
        if (!users.add(user)) {
            throw busy("another download of yours is under way; wait for its end, or end it in the browser");
        }
        if (!free.tryAcquire()) {
            users.remove(user);
            throw busy("there are " + AT_ONCE + " downloads of chosen results at once; try again in some minutes");
        }
        return () -> {
            free.release();
            users.remove(user);
        };
    }

    private static ProblemException busy(String words) {
        return new ProblemException(Problem.of(ProblemCode.CALL_INVALID, words));
    }
}
