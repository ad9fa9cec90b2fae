package dev.slipway.dispatch;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The threads that work for the dispatcher, apart by what they do, so that nobody waits for work of another kind: an ended job is cleaned
 * up whatever others transfer.
 *
 * @param probers at most one for each place
 */
record Crews(
        ExecutorService movers,
        ExecutorService copiers,
        ExecutorService runners,
        ExecutorService cleaners,
        ExecutorService probers)
        implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Crews.class);

    /** More than the threads that a user who fills the disk can keep busy, since each user has one. */
    private static final int CLEANERS = 8;

    private static final int COPIERS = 2;

    Crews(DispatchSettings settings) {
        this(
                movers(settings.steps().all()),
                Executors.newFixedThreadPool(COPIERS, new NamedThreads("slipway-copy-")),
                Executors.newFixedThreadPool(settings.launchesAtOnce(), new NamedThreads("slipway-run-")),
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
                new ThreadPoolExecutor.DiscardPolicy()); // what starts after close is found again at the next start
    }

    /** Breaks off what moves, and waits for what runs to be looked at. */
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
