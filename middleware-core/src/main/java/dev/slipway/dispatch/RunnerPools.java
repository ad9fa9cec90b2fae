package dev.slipway.dispatch;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/**
 * The threads that start, look at and end runs: one pool for each machine that answers such calls, the machine of the
 * service and each cluster. So a cluster that does not answer occupies its own threads alone.
 */
final class RunnerPools {
    private final int threads;
    private final Map<String, ExecutorService> byMachine = new ConcurrentHashMap<>();

    /** @param threads the calls that may be under way at one machine */
    RunnerPools(int threads) {
        this.threads = threads;
    }

    /** Returns the threads for the calls to a machine, by the launcher's name for the machine. */
    ExecutorService of(String machine) {
        return byMachine.computeIfAbsent(
                machine,
                name -> Executors.newFixedThreadPool(
                        threads, new NamedThreads(name.isEmpty() ? "slipway-run-" : "slipway-run-" + name + "-")));
    }

    void shutdown() {
        byMachine.values().forEach(ExecutorService::shutdown);
    }

    /** Waits for the calls under way; returns whether all of them have ended. */
    boolean awaitTermination(long time, TimeUnit unit) throws InterruptedException {
        long end = System.nanoTime() + unit.toNanos(time);
        boolean all = true;
        for (ExecutorService pool : byMachine.values()) {
            all &= pool.awaitTermination(Math.max(0, end - System.nanoTime()), TimeUnit.NANOSECONDS);
        }
        return all;
    }
}
