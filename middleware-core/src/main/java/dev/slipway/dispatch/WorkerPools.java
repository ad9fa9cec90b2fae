package dev.slipway.dispatch;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The threads that work for the dispatcher: one pool for each kind of work, so that no work waits for work of another
 * kind. An ended job is cleaned up, for example, however much other jobs transfer.
 *
 * @param probers at most one thread for each place
 */
record WorkerPools(
        ExecutorService movers,
        ExecutorService copiers,
        RunnerPools runners,
        ExecutorService cleaners,
        ExecutorService probers)
        implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(WorkerPools.class);

    /** More threads than a user who fills the disk can occupy, since each user has one. */
    private static final int CLEANERS = 8;

    private static final int COPIERS = 2;

    WorkerPools(DispatchSettings settings) {
        this(
                movers(settings.steps().all()),
                Executors.newFixedThreadPool(COPIERS, new NamedThreads("slipway-copy-")),
                new RunnerPools(settings.launchesAtOnce()),
                Executors.newFixedThreadPool(CLEANERS, new NamedThreads("slipway-clean-")),
                Executors.newCachedThreadPool(new NamedThreads("slipway-probe-")));
    }

    private static ExecutorService movers(int threads) {
        return new ThreadPoolExecutor(
                threads,
                threads,
                0,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(),
                new NamedThreads("slipway-move-"),
                new ThreadPoolExecutor.DiscardPolicy()); // the next start finds dropped tasks again
    }

    /** Breaks off transfers, and waits for threads that look at runs. */
    @Override
    public void close() {
        movers.shutdownNow();
        copiers.shutdownNow();
        probers.shutdownNow();
        runners.shutdown();
        cleaners.shutdown();
        try {
            boolean quiet = movers.awaitTermination(20, TimeUnit.SECONDS)
                    & copiers.awaitTermination(20, TimeUnit.SECONDS)
                    & runners.awaitTermination(20, TimeUnit.SECONDS)
                    & cleaners.awaitTermination(20, TimeUnit.SECONDS);
            if (!quiet) {
                LOG.warn("some transfers did not stop when interrupted");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
