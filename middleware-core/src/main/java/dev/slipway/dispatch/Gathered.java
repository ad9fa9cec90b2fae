package dev.slipway.dispatch;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Hands the findings of other threads to the loop's thread. The loop takes up all findings together that have come
 * meanwhile, so that their events need one transaction. After a failure the loop takes up single findings at first, so
 * that a job whose events cannot be written holds up no other job.
 *
 * @param <T> a finding about one job
 */
final class Gathered<T> {
    /** The most findings in one transaction; other work has its turn between two transactions. */
    private static final int MOST_AT_ONCE = 200;

    private final Loop loop;
    private final Function<T, OpenJob> job;
    private final Consumer<List<T>> take;
    private final Queue<T> found = new ConcurrentLinkedQueue<>();
    private int atOnce = MOST_AT_ONCE;

    /**
     * @param job the job that a finding is about
     * @param take takes up findings on the loop's thread
     */
    Gathered(Loop loop, Function<T, OpenJob> job, Consumer<List<T>> take) {
        this.loop = loop;
        this.job = job;
        this.take = take;
    }

    /** Adds findings, on any thread. There is at most one finding about each job. */
    void add(List<T> some) {
        found.addAll(some);
        loop.execute(this::takeUp);
    }

    private void takeUp() {
        List<T> some = new ArrayList<>();
        while (some.size() < atOnce && !found.isEmpty()) {
            some.add(found.remove());
        }
        if (!found.isEmpty()) {
            loop.execute(this::takeUp);
        }
        if (!some.isEmpty()) {
            boolean taken = loop.attempt(
                    some.stream().map(one -> job.apply(one).token()).toList(), () -> take.accept(some));
            atOnce = taken ? Math.min(MOST_AT_ONCE, 2 * atOnce) : 1;
        }
    }
}
