package dev.slipway.gateway.ssh;

import dev.slipway.gateway.step.Cancellation;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Threads for work with hosts. The caller of such work must react at once to an interrupt and to a timeout, and neither
 * of them ends a read from a socket, so each piece of work has a separate thread.
 */
final class HostWork implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(HostWork.class);
    private static final long STOP_AGAIN_MILLIS = 200;
    private static final int STOP_ATTEMPTS = 50;

    private final String name;
    private final ExecutorService threads;

    /** @param name the name of one piece of work, for the log and the threads */
    HostWork(String name) {
        this.name = name;
        this.threads = Executors.newCachedThreadPool(work -> {
            Thread thread = new Thread(work, "host-" + name);
            thread.setDaemon(true);
            return thread;
        });
    }

    <T> Future<T> begin(Callable<T> work) {
        return threads.submit(work);
    }

    /** Closes the session of the work, and waits until the work has ended, also if this thread is interrupted. */
    void stop(SshHost host, Future<?> work, Cancellation cancellation) {
        boolean interrupted = Thread.interrupted();
        for (int attempt = 0; attempt < STOP_ATTEMPTS && !work.isDone(); attempt++) {
            cancellation.fire();
            try {
                work.get(STOP_AGAIN_MILLIS, TimeUnit.MILLISECONDS);
            } catch (TimeoutException | ExecutionException e) {
                LOG.debug("a {} of host {} is ending", name, host.name());
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (!work.isDone()) {
            LOG.warn("a {} of host {} does not end; its thread is left behind", name, host.name());
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Returns the failure of a piece of work as the caller throws it. */
    RuntimeException thrown(Throwable cause) throws InterruptedException {
        if (cause instanceof RuntimeException problem) {
            return problem;
        }
        if (cause instanceof InterruptedException stopped) {
            throw stopped;
        }
        if (cause instanceof Error error) {
            throw error;
        }
        return new IllegalStateException("a " + name + " of a host ended in an error", cause);
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
