package dev.slipway.clock;

import dev.slipway.problem.ProblemException;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Does work in rounds on a thread of its own: a round at once for each call of {@link #soon}, and a round each second
 * otherwise. A round that fails is logged, and the next round comes in a second.
 */
public final class Rounds implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Rounds.class);
    private static final Duration PAUSE = Duration.ofSeconds(1);
    private static final Duration MOMENT = Duration.ofSeconds(2);

    private final String work;
    private final Runnable round;
    private final Thread thread;
    private boolean due = true;
    private boolean closing;

    /**
     * @param work the name of the work, in the plural, for the log and the thread
     * @param round does what is due, and returns
     */
    public Rounds(String work, Runnable round) {
        this.work = work;
        this.round = round;
        this.thread = new Thread(this::run, "slipway-" + work);
        thread.setDaemon(true);
    }

    /** Starts with a round. */
    public void start() {
        thread.start();
    }

    /** Makes a round due now. */
    public synchronized void soon() {
        due = true;
        notifyAll();
    }

    private void run() {
        try {
            while (await()) {
                doRound();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void doRound() {
        try {
            round.run();
        } catch (ProblemException e) {
            LOG.warn("{} wait: {}", work, e.getMessage());
        } catch (RuntimeException e) {
            LOG.error("{} wait", work, e);
        }
    }

    /** Waits until a round is due, or for the pause. Returns false once no round may begin. */
    private synchronized boolean await() throws InterruptedException {
        if (!due && !closing) {
            wait(PAUSE.toMillis());
        }
        due = false;
        return !closing;
    }

    /** Waits a moment for a round under way, and then interrupts the round. */
    @Override
    public void close() {
        synchronized (this) {
            closing = true;
            notifyAll();
        }
        try {
            thread.join(MOMENT.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        thread.interrupt();
    }
}
