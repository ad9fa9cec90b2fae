package dev.slipway.load;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Runs callers who call again as soon as they have their answer, to measure how much the service can do. */
final class ClosedLoop implements AutoCloseable {
    private final List<HttpConnection> connections = new ArrayList<>();
    private final ExecutorService callers;

    ClosedLoop(Supplier<HttpConnection> connection, int callers) {
        for (int i = 0; i < callers; i++) {
            connections.add(connection.get());
        }
        this.callers = Executors.newFixedThreadPool(callers);
    }

    /** Calls for this many seconds. Returns the good answers a second. */
    double forSeconds(double seconds, Script script) throws InterruptedException, ExecutionException {
        long end = System.nanoTime() + (long) (seconds * 1e9);
        AtomicLong unlimited = new AtomicLong(Long.MAX_VALUE);
        return run(unlimited, end, script, answer -> {});
    }

    /** Calls this many times. Returns the good answers a second. */
    double times(int count, Script script, Consumer<HttpAnswer> answers)
            throws InterruptedException, ExecutionException {
        return run(new AtomicLong(count), Long.MAX_VALUE, script, answers);
    }

    private double run(AtomicLong left, long end, Script script, Consumer<HttpAnswer> answers)
            throws InterruptedException, ExecutionException {
        long begun = System.nanoTime();
        List<Future<Long>> parts = new ArrayList<>();
        for (HttpConnection connection : connections) {
            parts.add(callers.submit(() -> {
                long good = 0;
                while (System.nanoTime() < end && left.getAndDecrement() > 0) {
                    answers.accept(answered(connection, script));
                    good++;
                }
                return good;
            }));
        }
        long all = 0;
        for (Future<Long> part : parts) {
            all += part.get();
        }
        return all / ((System.nanoTime() - begun) / 1e9);
    }

    private static HttpAnswer answered(HttpConnection connection, Script script) throws IOException {
        HttpAnswer answer = connection.exchange(script.any());
        if (!script.isGood(answer)) {
            throw new IOException("not what was asked for: " + answer.head() + answer.text());
        }
        return answer;
    }

    @Override
    public void close() {
        connections.forEach(HttpConnection::close);
        callers.shutdown();
    }
}
