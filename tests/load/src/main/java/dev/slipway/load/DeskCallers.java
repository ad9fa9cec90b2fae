package dev.slipway.load;

import dev.slipway.desk.Caller;
import dev.slipway.desk.JobDesk;
import dev.slipway.desk.Submission;
import dev.slipway.job.JobToken;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/** Calls a desk as many users do, and measures its answers. */
final class DeskCallers {
    static final Caller CALLER = new Caller("bench", Set.of(Caller.Role.USER), "local");
    private static final int SUBMITTERS = 8;
    private static final long STATUS_EVERY_NANOS = 5_000_000;

    private DeskCallers() {}

    /**
     * Submits the job {@code count} times as fast as several threads can. Adds the tokens, and returns submissions a
     * second.
     */
    static double submit(JobDesk desk, Submission job, int count, List<JobToken> tokens)
            throws InterruptedException, ExecutionException {
        return submit(desk, job, count, tokens, 0);
    }

    /**
     * Submits the job {@code count} times, no faster than {@code rate} a second. Each submission has its moment; after
     * a late submission the next ones come sooner.
     */
    static double submit(JobDesk desk, Submission job, int count, List<JobToken> tokens, double rate)
            throws InterruptedException, ExecutionException {
        ExecutorService callers = Executors.newFixedThreadPool(SUBMITTERS);
        AtomicInteger left = new AtomicInteger(count);
        List<Future<List<JobToken>>> parts = new ArrayList<>();
        long begun = System.nanoTime();
        for (int i = 0; i < SUBMITTERS; i++) {
            parts.add(callers.submit(() -> {
                List<JobToken> mine = new ArrayList<>();
                for (int one = left.getAndDecrement(); one > 0; one = left.getAndDecrement()) {
                    if (rate > 0) {
                        LockSupport.parkNanos(begun + (long) ((count - one) / rate * 1e9) - System.nanoTime());
                    }
                    mine.add(desk.submit(CALLER, job));
                }
                return mine;
            }));
        }
        for (Future<List<JobToken>> part : parts) {
            tokens.addAll(part.get());
        }
        double seconds = (System.nanoTime() - begun) / 1e9;
        callers.shutdown();
        return count / seconds;
    }

    /**
     * Asks for the status of random jobs, 200 times a second, until it is told to stop; keeps the milliseconds of each
     * call. Between two calls the thread only sleeps. The lateness of the waking tells the time that the machine adds
     * to each wait.
     */
    static final class Asker {
        private final AtomicBoolean stop = new AtomicBoolean();
        private final List<Double> millis = Collections.synchronizedList(new ArrayList<>());
        private final List<Double> late;
        private final Thread thread;

        /** @param late takes the milliseconds by which each sleep was too long */
        Asker(JobDesk desk, List<JobToken> tokens, List<Double> late) {
            this.late = late;
            List<JobToken> known = List.copyOf(tokens);
            thread = new Thread(() -> ask(desk, known), "asker");
            thread.start();
        }

        private void ask(JobDesk desk, List<JobToken> tokens) {
            Random random = new Random(1);
            long next = System.nanoTime();
            while (!stop.get()) {
                long begun = System.nanoTime();
                desk.status(CALLER, tokens.get(random.nextInt(tokens.size())));
                millis.add((System.nanoTime() - begun) / 1e6);
                next += STATUS_EVERY_NANOS;
                sleepUntil(next);
            }
        }

        private void sleepUntil(long moment) {
            if (moment - System.nanoTime() > 0) {
                LockSupport.parkNanos(moment - System.nanoTime());
                late.add(Math.max(0, System.nanoTime() - moment) / 1e6);
            }
        }

        List<Double> end() throws InterruptedException {
            stop.set(true);
            thread.join();
            return millis;
        }
    }
}
