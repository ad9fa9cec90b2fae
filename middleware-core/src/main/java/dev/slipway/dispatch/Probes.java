package dev.slipway.dispatch;

import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.staging.Place;
import dev.slipway.staging.PlaceHealth;
import dev.slipway.staging.PlaceHealth.Answer;
import dev.slipway.staging.StagingProbe;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
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
 * occupies one thread and no calls pile up. Remembers the answers and their times.
 */
final class Probes {
    private static final Logger LOG = LoggerFactory.getLogger(Probes.class);

    /** The number of remembered answers: half an hour at one check a minute. */
    private static final int REMEMBERED = 30;

    private final StagingProbe probe;
    private final Executor threads;
    private final Clock clock;
    private final Map<Place, PlaceHealth> known = new ConcurrentHashMap<>();
    private volatile BiConsumer<Place, Optional<Problem>> listener = (place, found) -> {};

    Probes(StagingProbe probe, Executor threads, Clock clock) {
        this.probe = probe;
        this.threads = threads;
        this.clock = clock;
    }

    /** Sets the listener, which is called on any thread with every answer. */
    void tell(BiConsumer<Place, Optional<Problem>> listener) {
        this.listener = listener;
    }

    PlaceHealth health(Place place) {
        return known.getOrDefault(place, PlaceHealth.UNKNOWN);
    }

    /** Probes the place soon, unless a probe is under way. */
    void ask(Place place) {
        Instant now = clock.instant();
        PlaceHealth before = health(place);
        if (before.asked().isPresent() || !begins(place, before, now)) {
            return;
        }
        try {
            threads.execute(() -> answer(place));
        } catch (RejectedExecutionException e) {
            LOG.debug("closed: {} is probed again after the next start", place);
        }
    }

    /** Claims the probe; true for one of several concurrent callers. */
    private boolean begins(Place place, PlaceHealth before, Instant now) {
        PlaceHealth asked = new PlaceHealth(Optional.of(now), before.since(), before.answers());
        return before == PlaceHealth.UNKNOWN
                ? known.putIfAbsent(place, asked) == null
                : known.replace(place, before, asked);
    }

    private void answer(Place place) {
        long begun = System.nanoTime();
        Optional<Problem> found;
        try {
            found = probe.probe(place);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return;
        } catch (RuntimeException e) {
            LOG.error("{} cannot be probed; its jobs try for themselves", place, e);
            found = Optional.of(Problem.of(ProblemCode.INTERNAL, place + " cannot be probed"));
        }
        Answer answer = new Answer(clock.instant(), Duration.ofNanos(System.nanoTime() - begun), found);
        known.computeIfPresent(place, (one, before) -> with(before, answer));
        listener.accept(place, found);
    }

    private static PlaceHealth with(PlaceHealth before, Answer answer) {
        List<Answer> answers = new ArrayList<>(before.answers());
        answers.add(answer);
        boolean same = before.last().filter(answer::like).isPresent();
        return new PlaceHealth(
                Optional.empty(),
                same ? before.since() : Optional.of(answer.at()),
                List.copyOf(answers.subList(Math.max(0, answers.size() - REMEMBERED), answers.size())));
    }
}
