package dev.slipway.run.slurm;

import dev.slipway.problem.ProblemException;
import dev.slipway.run.OsAccount;
import java.util.ArrayDeque;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The transfers of run folders between this machine and one cluster, on threads of their own. So a long transfer delays
 * no look at another run, and can be broken off. Each run has at most one transfer at a time, and so has each owner of
 * runs: if the logins of one owner hang, the other owners do not wait.
 */
final class Transfers implements AutoCloseable {
    /** The number of transfers at a time; the others wait for their turn. */
    private static final int AT_ONCE = 4;

    /** The time for which a caller waits for a transfer. So the run of a small transfer needs no further look. */
    private static final long PATIENCE_MILLIS = 1_000;

    private static final long STOP_SECONDS = 30;

    private final Map<String, Transfer> underWay = new ConcurrentHashMap<>();

    /** The transfers that wait for another one of their owner. Each owner with a transfer on a thread has a line. */
    private final Map<OsAccount, Queue<Transfer>> lines = new ConcurrentHashMap<>();

    private final ExecutorService threads;

    /** @param cluster the operator's name of the cluster */
    Transfers(String cluster) {
        threads = Executors.newFixedThreadPool(AT_ONCE, work -> {
            Thread thread = new Thread(work, "slipway-files-" + cluster);
            thread.setDaemon(true);
            return thread;
        });
    }

    /** The work of a transfer. An interrupt of the thread ends the work early. */
    @FunctionalInterface
    interface Work {
        void run() throws InterruptedException;
    }

    private static final class Transfer {
        private final AtomicBoolean begun = new AtomicBoolean();
        private final CountDownLatch ended = new CountDownLatch(1);
        private final OsAccount owner;
        private final FutureTask<Void> task;

        Transfer(OsAccount owner, Work work) {
            this.owner = owner;
            task = new FutureTask<>(() -> {
                begun.set(true);
                try {
                    work.run();
                } finally {
                    ended.countDown();
                }
                return null;
            });
        }
    }

    /**
     * Begins the transfer of a run unless it has begun. Returns whether the transfer has ended well, after which the
     * next call begins another one.
     *
     * @throws ProblemException the problem with which the transfer has ended
     */
    boolean done(String run, OsAccount owner, Work work) throws InterruptedException {
        Transfer transfer = transfer(run, owner, work);
        try {
            transfer.task.get(PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
            underWay.remove(run, transfer);
            return true;
        } catch (TimeoutException e) {
            return false;
        } catch (ExecutionException e) {
            underWay.remove(run, transfer);
            throw thrown(e.getCause());
        }
    }

    private Transfer transfer(String run, OsAccount owner, Work work) throws InterruptedException {
        try {
            return underWay.computeIfAbsent(run, name -> begun(new Transfer(owner, work)));
        } catch (RejectedExecutionException e) {
            throw new InterruptedException("the service is closing");
        }
    }

    /** Begins the transfer, or puts the transfer into the line of the owner. */
    private Transfer begun(Transfer transfer) {
        lines.compute(transfer.owner, (owner, line) -> {
            if (line == null) {
                threads.execute(() -> runInTurn(transfer));
                return new ArrayDeque<>();
            }
            line.add(transfer);
            return line;
        });
        return transfer;
    }

    private void runInTurn(Transfer transfer) {
        try {
            transfer.task.run();
        } finally {
            lines.computeIfPresent(transfer.owner, (owner, line) -> rest(line));
        }
    }

    /** Queues the next transfer of the line for a thread, behind other owners. Returns null for an empty line. */
    private Queue<Transfer> rest(Queue<Transfer> line) {
        Transfer next = line.poll();
        if (next == null) {
            return null;
        }
        try {
            threads.execute(() -> runInTurn(next));
        } catch (RejectedExecutionException e) {
            return null;
        }
        return line;
    }

    private static RuntimeException thrown(Throwable cause) throws InterruptedException {
        if (cause instanceof RuntimeException problem) {
            return problem;
        }
        if (cause instanceof InterruptedException stopped) {
            throw stopped;
        }
        if (cause instanceof Error error) {
            throw error;
        }
        return new IllegalStateException("a transfer ended in an error", cause);
    }

    /** Returns whether the transfer of a run is under way. */
    boolean isUnderWay(String run) {
        Transfer transfer = underWay.get(run);
        return transfer != null && !transfer.task.isDone();
    }

    /** Returns whether a transfer of a run has ended with a result that no caller has taken yet. */
    boolean hasResult(String run) {
        Transfer transfer = underWay.get(run);
        return transfer != null && transfer.task.isDone();
    }

    /** Breaks off the transfer of a run, if there is one, and waits until the thread of the transfer has stopped. */
    void stop(String run) throws InterruptedException {
        Transfer transfer = underWay.remove(run);
        if (transfer != null) {
            transfer.task.cancel(true);
            if (transfer.begun.get()) {
                transfer.ended.await(STOP_SECONDS, TimeUnit.SECONDS);
            }
        }
    }

    /** Breaks off all transfers. */
    @Override
    public void close() {
        threads.shutdownNow();
        try {
            threads.awaitTermination(STOP_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
