package dev.slipway.load;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/**
 * Runs callers who call at fixed times, whether the service keeps up or not. Each call has a moment, and the latency
 * counts from that moment. A slow service therefore cannot hide behind callers who wait for answers (coordinated
 * omission). Each connection has one thread, which sleeps most of the time.
 */
final class OpenLoop {
    private static final long SMALL_STACK = 1 << 18;

    private final Supplier<HttpConnection> connections;
    private final int callers;
    private final double rate;
    private final LongAdder errors = new LongAdder();

    /** @param rate calls a second of all callers together */
    OpenLoop(Supplier<HttpConnection> connections, int callers, double rate) {
        this.connections = connections;
        this.callers = callers;
        this.rate = rate;
    }

    /**
     * Holds the measurements.
     *
     * @param millis latency of each call with a good answer
     */
    record Run(List<Double> millis, long errors, double callsPerSecond) {}

    private static final class Start {
        private final CountDownLatch ready;
        private final CountDownLatch go = new CountDownLatch(1);
        private volatile long begun;

        Start(int callers) {
            ready = new CountDownLatch(callers);
        }
    }

    /** Calls for this many seconds. All connections are open before the first call. */
    Run run(double seconds, Script script) throws InterruptedException {
        Start start = new Start(callers);
        List<double[]> parts = new ArrayList<>();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < callers; i++) {
            int caller = i;
            double[] millis = new double[(int) Math.round(seconds * rate / callers)];
            parts.add(millis);
            threads.add(new Thread(null, () -> call(caller, millis, script, start), "caller", SMALL_STACK));
        }
        threads.forEach(Thread::start);
        start.ready.await();
        start.begun = System.nanoTime() + 100_000_000;
        start.go.countDown();
        for (Thread thread : threads) {
            thread.join();
        }
        double took = (System.nanoTime() - start.begun) / 1e9;
        List<Double> all = parts.stream()
                .flatMapToDouble(Arrays::stream)
                .filter(one -> one > 0)
                .boxed()
                .toList();
        return new Run(all, errors.sumThenReset(), all.size() / took);
    }

    private void call(int caller, double[] millis, Script script, Start start) {
        try (HttpConnection connection = connections.get()) {
            open(connection);
            start.ready.countDown();
            start.go.await();
            for (int i = 0; i < millis.length; i++) {
                long moment = start.begun + (long) ((caller + (double) i * callers) / rate * 1e9);
                sleepUntil(moment);
                if (isAnswered(connection, script)) {
                    millis[i] = (System.nanoTime() - moment) / 1e6;
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void open(HttpConnection connection) {
        try {
            connection.open();
        } catch (IOException e) {
            errors.increment();
        }
    }

    private static void sleepUntil(long moment) {
        for (long left = moment - System.nanoTime(); left > 0; left = moment - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }

    private boolean isAnswered(HttpConnection connection, Script script) {
        try {
            if (script.isGood(connection.exchange(script.any()))) {
                return true;
            }
        } catch (IOException e) {
            // The call is counted as any other call without a good answer.
            connection.close();
        }
        errors.increment();
        return false;
    }
}
