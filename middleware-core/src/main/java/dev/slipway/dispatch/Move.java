package dev.slipway.dispatch;

import dev.slipway.disk.FullDisk;
import dev.slipway.job.JobEvent;
import dev.slipway.journal.JournalUnavailable;
import dev.slipway.problem.InternalProblem;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One try of one step on a mover's thread. The move reports the end exactly once, unless the move was withdrawn before
 * the beginning.
 */
final class Move implements Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(Move.class);

    /** The end of a try. */
    sealed interface End {
        /** The try ended well; its events are to be recorded. */
        record Moved(List<JobEvent> events) implements End {}

        record Refused(Problem problem) implements End {}

        /** The try was interrupted, or the journal could not be reached; this is no fault of the step. */
        record Broken() implements End {}
    }

    private final String step;
    private final Callable<List<JobEvent>> effect;
    private final Consumer<End> told;
    private Thread thread;
    private boolean begun;
    private boolean withdrawn;

    Move(String step, Callable<List<JobEvent>> effect, Consumer<End> told) {
        this.step = step;
        this.effect = effect;
        this.told = told;
    }

    /** Returns the name of the step. */
    String step() {
        return step;
    }

    /** Interrupts the try. Returns true if the try had not begun; such a try never begins and reports no end. */
    synchronized boolean withdraw() {
        withdrawn = true;
        if (thread != null) {
            thread.interrupt();
        }
        return !begun;
    }

    synchronized boolean withdrawn() {
        return withdrawn;
    }

    @Override
    public void run() {
        synchronized (this) {
            if (withdrawn) {
                return;
            }
            begun = true;
            thread = Thread.currentThread();
        }
        End end = tried();
        synchronized (this) {
            // The thread belongs to the pool again, so no late interrupt may reach its next move.
            thread = null;
        }
        boolean interrupted = Thread.interrupted();
        LOG.debug("step {} ended: {}{}", step, end, interrupted ? " (interrupted)" : "");
        told.accept(end);
    }

    private End tried() {
        try {
            return new End.Moved(effect.call());
        } catch (InterruptedException | JournalUnavailable e) {
            return new End.Broken();
        } catch (ProblemException e) {
            return new End.Refused(e.problem());
        } catch (Exception | OutOfMemoryError | StackOverflowError e) {
            if (FullDisk.said(e)) {
                LOG.error("step {} met a full disk", step, e);
                return new End.Refused(new Problem(
                        ProblemCode.STORAGE_FULL, "step " + step + " met a disk without space", e.toString()));
            }
            return new End.Refused(InternalProblem.of("step " + step, e));
        }
    }
}
