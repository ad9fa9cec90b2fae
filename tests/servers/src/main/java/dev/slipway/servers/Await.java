package dev.slipway.servers;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/**
 * Waits for states in tests. A wait ends as soon as its state is there, and no test depends on the time.
 * {@link #PATIENCE} only ends a test that waits in vain for a state, and is therefore far longer than the slowest
 * machine needs.
 */
public final class Await {
    public static final Duration PATIENCE = Duration.ofMinutes(5);

    private static final long PAUSE_MILLIS = 5;

    private Await() {}

    /** Asks a question that is repeated until the answer is yes. */
    @FunctionalInterface
    public interface State {
        boolean isThere() throws Exception;
    }

    /**
     * Returns when the state is there.
     *
     * @param what the state in words, for the failure
     */
    public static void until(String what, State state) {
        until(() -> "this never came: " + what, state);
    }

    /**
     * Returns when the state is there.
     *
     * @param instead describes the present state, for the failure
     */
    public static void until(Supplier<?> instead, State state) {
        long giveUp = System.nanoTime() + PATIENCE.toNanos();
        try {
            while (!state.isThere()) {
                if (System.nanoTime() - giveUp > 0) {
                    throw new AssertionError(instead.get());
                }
                TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
            }
        } catch (InterruptedException e) {
            throw interrupted(e);
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    /** Returns when the latch is open. */
    public static void open(CountDownLatch latch) {
        try {
            if (!latch.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
                throw new AssertionError("nobody opened the latch");
            }
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    /** Returns the next element of the queue when there is one. */
    public static <T> T next(BlockingQueue<T> queue) {
        try {
            T next = queue.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS);
            if (next == null) {
                throw new AssertionError("nothing came into the queue");
            }
            return next;
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    /**
     * Returns the result of the task when the task has ended.
     *
     * @throws ExecutionException with the exception of the task
     */
    public static <T> T end(Future<T> task) throws ExecutionException {
        try {
            return task.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            throw interrupted(e);
        } catch (TimeoutException e) {
            throw new AssertionError("the task never ended", e);
        }
    }

    /** Returns the exit status of the process when it has ended. */
    public static int exit(Process process) {
        try {
            if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new AssertionError("the process never ended: " + process.info());
            }
            return process.exitValue();
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    /**
     * Returns all that the process writes to its standard output, when the process and the children that hold this
     * output have ended. Ends them and fails if they do not end by themselves.
     */
    public static String output(Process process) {
        FutureTask<byte[]> reading =
                new FutureTask<>(() -> process.getInputStream().readAllBytes());
        Thread reader = new Thread(reading, "output of process " + process.pid());
        reader.setDaemon(true);
        reader.start();
        try {
            return new String(end(reading), StandardCharsets.UTF_8);
        } catch (ExecutionException e) {
            throw new AssertionError("cannot read the output of " + process.info(), e);
        } catch (AssertionError e) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
            throw e;
        }
    }

    /** Returns when the thread has ended. */
    public static void end(Thread thread) {
        try {
            thread.join(PATIENCE.toMillis());
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
        if (thread.isAlive()) {
            throw new AssertionError(thread + " never ended, but is at " + List.of(thread.getStackTrace()));
        }
    }

    private static AssertionError interrupted(InterruptedException e) {
        Thread.currentThread().interrupt();
        return new AssertionError("interrupted", e);
    }
}
