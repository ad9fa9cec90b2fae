package dev.slipway.dispatch;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs tasks on a pool, those of one owner one after the other: however long somebody's tasks take, others have theirs done. */
final class OwnerTurns {
    private static final Logger LOG = LoggerFactory.getLogger(OwnerTurns.class);

    private final Executor pool;
    /** Of each owner that has a task on the pool: what comes next. */
    private final Map<String, Queue<Runnable>> waiting = new HashMap<>();

    OwnerTurns(Executor pool) {
        this.pool = pool;
    }

    /** Runs {@code task} when those of {@code owner} before it have ended. */
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
