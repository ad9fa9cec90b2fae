package dev.slipway.schedule;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Threads that ask watched queries. A few queries are asked at once, and one of each owner, so that a slow query holds
 * up few. For one thread to use.
 */
final class QueryThreads implements AutoCloseable {
    private static final int AT_ONCE = 4;

    private final ExecutorService threads = Executors.newFixedThreadPool(AT_ONCE, QueryThreads::daemon);
    private final Map<String, Future<?>> underWay = new HashMap<>();

    private static Thread daemon(Runnable work) {
        Thread thread = new Thread(work, "slipway-watched-query");
        thread.setDaemon(true);
        return thread;
    }

    /**
     * Has {@code question} asked. Does not ask if a question of the same owner is under way, or if all threads ask; the
     * caller then comes again later.
     */
    void ask(String owner, Runnable question) {
        underWay.values().removeIf(Future::isDone);
        if (underWay.size() < AT_ONCE && !underWay.containsKey(owner)) {
            underWay.put(owner, threads.submit(question));
        }
    }

    /** Waits until all questions under way have ended. */
    void await() {
        try {
            for (Future<?> question : underWay.values()) {
                question.get();
            }
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
