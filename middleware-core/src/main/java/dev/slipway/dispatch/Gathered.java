package dev.slipway.dispatch;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hands the findings of other threads to the loop's thread. The loop takes up all findings together that have come
 * meanwhile, so that their events need one transaction. If this fails, the loop takes up each of these findings alone,
 * so that a job whose events cannot be written holds up no other job. A job stays busy until its finding is taken up.
 *
 * @param <T> a finding about one job
 */
final class Gathered<T> {
    private static final Logger LOG = LoggerFactory.getLogger(Gathered.class);

    /** The most findings in one transaction; other work has its turn between two transactions. */
    private static final int MOST_AT_ONCE = 200;

    private final Loop loop;
    private final Function<T, OpenJob> job;
    private final UnaryOperator<List<T>> record;
    private final Consumer<T> goOn;
    private final Queue<T> found = new ConcurrentLinkedQueue<>();

    /** The findings that failed together; only the loop's thread uses this field. */
    private final Queue<T> alone = new ArrayDeque<>();

    /**
     * @param job the job that a finding is about
     * @param record records the events of findings, on the loop's thread; returns the findings to go on with. If this
     *     fails, it is called again for each finding.
     * @param goOn goes on with the job of a finding that is recorded, on the loop's thread
     */
    Gathered(Loop loop, Function<T, OpenJob> job, UnaryOperator<List<T>> record, Consumer<T> goOn) {
        this.loop = loop;
        this.job = job;
        this.record = record;
        this.goOn = goOn;
    }

    /** Adds findings, on any thread. There is at most one finding about each job. */
    void add(List<T> some) {
        found.addAll(some);
        loop.execute(this::takeUp);
    }

    private void takeUp() {
        List<T> some = next();
        if (some.size() == 1) {
            takeAlone(some.get(0));
        } else if (!some.isEmpty()) {
            takeTogether(some);
        }
        if (!alone.isEmpty() || !found.isEmpty()) {
            loop.execute(this::takeUp);
        }
    }

    private List<T> next() {
        if (!alone.isEmpty()) {
            return List.of(alone.remove());
        }
        List<T> some = new ArrayList<>();
        while (some.size() < MOST_AT_ONCE && !found.isEmpty()) {
            some.add(found.remove());
        }
        return some;
    }

    private void takeAlone(T one) {
        job.apply(one).busy(false);
        loop.attempt(job.apply(one).token(), () -> record.apply(List.of(one)).forEach(goOn));
    }

    private void takeTogether(List<T> some) {
        List<T> recorded;
        try {
            recorded = record.apply(some);
        } catch (RuntimeException e) {
            LOG.warn("{} jobs cannot be moved on together; each is tried alone", some.size(), e);
            alone.addAll(some);
            return;
        }
        some.forEach(one -> job.apply(one).busy(false));
        recorded.forEach(one -> loop.attempt(job.apply(one).token(), () -> goOn.accept(one)));
    }
}
