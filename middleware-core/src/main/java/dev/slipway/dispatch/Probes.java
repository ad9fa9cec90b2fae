package dev.slipway.dispatch;

import dev.slipway.health.AnswerLog;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.request.Place;
import dev.slipway.staging.PlaceHealth;
import dev.slipway.staging.PlaceHealth.Answer;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.BiConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Probes whether places let the service in. Each place gets one call at a time, so a place that does not answer
 * occupies one thread and no calls pile up. The log keeps the answers.
 */
final class Probes {
    private static final Logger LOG = LoggerFactory.getLogger(Probes.class);

    private final Probe probe;
    private final Executor threads;
    private final Clock clock;
    private final AnswerLog answers;
    /** The times at which the probes under way began. */
    private final Map<Place, Instant> asked = new ConcurrentHashMap<>();

    private volatile BiConsumer<Place, Optional<Problem>> listener = (place, found) -> {};

    /** Asks one place. */
    @FunctionalInterface
    interface Probe {
        /** Returns the problem that a job would meet at the place now; empty if the job would meet no problem. */
        Optional<Problem> ask(Place place) throws InterruptedException;
    }

    Probes(Probe probe, AnswerLog answers, Executor threads, Clock clock) {
        this.probe = probe;
        this.answers = answers;
        this.threads = threads;
        this.clock = clock;
    }

    /** Sets the listener, which is called on any thread with every answer. */
    void tell(BiConsumer<Place, Optional<Problem>> listener) {
        this.listener = listener;
    }

    /** Returns the kept answers of the place, and when the present probe began. */
    PlaceHealth health(Place place) {
        // In this order, a probe that has just ended is seen with its answer.
        Optional<Instant> begun = Optional.ofNullable(asked.get(place));
        return answers.health(place.word()).asked(begun);
    }

    /** Probes the place soon, unless a probe is under way. */
    void ask(Place place) {
        if (asked.putIfAbsent(place, clock.instant()) != null) {
            return;
        }
        try {
            threads.execute(() -> answer(place));
        } catch (RejectedExecutionException e) {
            LOG.debug("closed: {} is probed again after the next start", place);
        }
    }

    private void answer(Place place) {
        long begun = System.nanoTime();
        Optional<Problem> found;
        try {
            found = probe.ask(place);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return;
        } catch (RuntimeException e) {
            LOG.error("{} cannot be probed; its jobs try for themselves", place, e);
            found = Optional.of(Problem.of(ProblemCode.INTERNAL, place + " cannot be probed"));
        }
        Duration took = Duration.ofNanos(System.nanoTime() - begun);
        try {
            answers.heard(place.word(), new Answer(clock.instant(), took, found));
        } finally {
            asked.remove(place);
            listener.accept(place, found);
        }
    }
}
