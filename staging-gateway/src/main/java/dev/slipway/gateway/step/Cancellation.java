package dev.slipway.gateway.step;

/**
 * Carries a cancel from the thread that waits for a step to the call that blocks the step's own thread. An interrupt
 * does not end a read from a socket, so another thread must stop the query or close the connection.
 */
public final class Cancellation {

    /** Ends the call in which the step is blocked. Called from another thread, repeatedly until the step has ended. */
    @FunctionalInterface
    public interface Stopper {

        /**
         * Stops, gently at first.
         *
         * @param attempt 0 for the first call of this cancel
         */
        void stop(int attempt);
    }

    /** Ends a registration; afterwards the stopper is not called, and no call is under way. */
    public interface Registration extends AutoCloseable {
        @Override
        void close();
    }

    private final Object lock = new Object();
    private volatile boolean requested;
    private int attempt;
    private Stopper stopper;

    /** Registers a stopper for a cancel. One is registered at a time; a later stopper replaces an earlier one. */
    public Registration stopBy(Stopper newStopper) throws InterruptedException {
        synchronized (lock) {
            check();
            stopper = newStopper;
        }
        return () -> {
            synchronized (lock) {
                if (stopper == newStopper) {
                    stopper = null;
                }
            }
        };
    }

    /** Work that ends early when its thread is interrupted. */
    @FunctionalInterface
    public interface Interruptible<T, E extends Exception> {
        /** Does the work. */
        T call() throws E, InterruptedException;
    }

    /**
     * Does {@code work}. A cancel ends the work by {@code alsoStop} and by interrupting this thread; the interrupt is
     * cleared afterwards.
     */
    public <T, E extends Exception> T interruptibly(Interruptible<T, E> work, Stopper alsoStop)
            throws E, InterruptedException {
        Thread worker = Thread.currentThread();
        Registration registration = stopBy(attempt -> {
            alsoStop.stop(attempt);
            worker.interrupt();
        });
        try {
            return work.call();
        } finally {
            registration.close();
            if (Thread.interrupted()) {
                requested = true;
            }
        }
    }

    /** Asks the step to end; called repeatedly by the waiting thread. */
    public void fire() {
        requested = true;
        synchronized (lock) {
            if (stopper != null) {
                stopper.stop(attempt++);
            }
        }
    }

    /** Returns whether a cancel was requested. */
    public boolean requested() {
        return requested;
    }

    /** Ends the step here if a cancel was requested. */
    public void check() throws InterruptedException {
        if (requested) {
            throw new InterruptedException("cancelled");
        }
    }
}
