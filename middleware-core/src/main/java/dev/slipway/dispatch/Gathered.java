package dev.slipway.dispatch;

import dev.slipway.job.JobState;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hands the findings of other threads to the loop's thread. The loop takes up all findings together that have come
 * meanwhile, so that their events need one transaction. If this fails, the loop takes up each of these findings alone,
 * so that a job with events that cannot be written holds up no other job. A job stays busy until its finding is taken
 * up.
 *
 * @param <T> a finding about one job
 */
final class Gathered<T> {
    private static final Logger LOG = LoggerFactory.getLogger(Gathered.class);

    private final Loop loop;
    private final Function<T, OpenJob> job;
    private final JobState state;
    private final Consumer<List<T>> record;
    private final Consumer<T> goOn;
    private final Queue<T> found = new ConcurrentLinkedQueue<>();

    /** The findings that failed together; only the loop's thread uses this field. */
    private final Queue<T> alone = new ArrayDeque<>();

    /**
     * @param job the job that a finding is about
     * @param state the state of the jobs at their findings; a job in another state has moved on since
     * @param record records the events of findings about jobs that have not moved on, on the loop's thread. After a
     *     failure, the action is called again for each finding.
     * @param goOn goes on with the job of a finding that is recorded, on the loop's thread
     */
    Gathered(Loop loop, Function<T, OpenJob> job, JobState state, Consumer<List<T>> record, Consumer<T> goOn) {
        this.loop = loop;
        this.job = job;
        this.state = state;
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
        while (some.size() < Loop.JOBS_AT_ONCE && !found.isEmpty()) {
            some.add(found.remove());
        }
        return some;
    }

    private void takeAlone(T one) {
        job.apply(one).busy(false);
        loop.attempt(job.apply(one).token(), () -> recorded(List.of(one)).forEach(goOn));
    }

    private void takeTogether(List<T> some) {
        List<T> current;
        try {
            current = recorded(some);
        } catch (RuntimeException e) {
            LOG.warn("{} jobs cannot be moved on together; each is tried alone", some.size(), e);
            alone.addAll(some);
            return;
        }
        some.forEach(one -> job.apply(one).busy(false));
        current.forEach(one -> loop.attempt(job.apply(one).token(), () -> goOn.accept(one)));
    }

    /** Records findings; returns those about jobs that have not moved on. */
    private List<T> recorded(List<T> some) {
        some.forEach(one -> loop.find(job.apply(one).token()));
        List<T> current = some.stream()
                .filter(one -> job.apply(one).job().state() == state)
                .toList();
        record.accept(current);
        return current;
    }
}
