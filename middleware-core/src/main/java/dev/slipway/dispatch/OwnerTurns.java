package dev.slipway.dispatch;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs tasks on a pool, the tasks of one owner one after the other, so that slow tasks of one owner hold up no other.
 */
final class OwnerTurns {
    private static final Logger LOG = LoggerFactory.getLogger(OwnerTurns.class);

    private final Executor pool;
    /** The waiting tasks of each owner that has a task on the pool. */
    private final Map<String, Queue<Runnable>> waiting = new HashMap<>();

    OwnerTurns(Executor pool) {
        this.pool = pool;
    }

    /** Runs {@code task} when the earlier tasks of {@code owner} have ended. */
    synchronized void execute(String owner, Runnable task) {
        Queue<Runnable> others = waiting.get(owner);
        if (others != null) {
            others.add(task);
        } else {
            waiting.put(owner, new ArrayDeque<>());
            start(owner, task);
        }
    }

    private void start(String owner, Runnable task) {
        try {
            pool.execute(() -> {
                try {
                    task.run();
                } finally {
                    next(owner);
                }
            });
        } catch (RejectedExecutionException e) {
            LOG.debug("closed: a task is dropped and found again at the next start");
        }
    }

    private synchronized void next(String owner) {
        Runnable task = waiting.get(owner).poll();
        if (task == null) {
            waiting.remove(owner);
        } else {
            start(owner, task);
        }
    }
}
