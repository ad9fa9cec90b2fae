package dev.slipway.dispatch;

import dev.slipway.job.JobState;
import dev.slipway.job.JobToken;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemException;
import dev.slipway.staging.Place;
import dev.slipway.staging.StagingProbe;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The places that are away and the jobs that wait for them: however many jobs wait for a place, one probe asks it, with growing waits,
 * and when it answers all of them go on. A first failure only makes a place suspect: if the probe finds it well, the failure was the
 * step's own, and only that job waits. Changed on the loop's thread, read on any.
 */
final class Outages {
    private static final Logger LOG = LoggerFactory.getLogger(Outages.class);

    private final Loop loop;
    private final StagingProbe probe;
    private final Executor probers;
    private final DispatchSettings settings;
    private final Timer timer;
    private final Clock clock;
    private final Map<Place, Trouble> troubles = new ConcurrentHashMap<>();

    /** A place in doubt. It is away once a probe has failed too. */
    private static final class Trouble {
        /** Each waiting job, with whether a try of its own has failed. */
        private final Map<JobToken, Boolean> waiting = new ConcurrentHashMap<>();

        private volatile Optional<Problem> away = Optional.empty();
        private volatile Optional<Instant> nextTry = Optional.empty();
        private int failedProbes;
    }

    Outages(Loop loop, StagingProbe probe, Executor probers, DispatchSettings settings, Timer timer, Clock clock) {
        this.loop = loop;
        this.probe = probe;
        this.probers = probers;
        this.settings = settings;
        this.timer = timer;
        this.clock = clock;
    }

    /** Ends a try, on a mover's thread, whose place has gone away since the try was ordered: nobody need find that out again. */
    void refuse(Place place) {
        away(place).ifPresent(problem -> {
            throw new ProblemException(problem);
        });
    }

    private Optional<Problem> away(Place place) {
        return Optional.ofNullable(troubles.get(place)).flatMap(trouble -> trouble.away);
    }

    /** Notes that a step of the job met an outage there, and lets it wait. */
    void failed(OpenJob work, Place place, Problem problem) {
        work.looksFirstAt(place);
        loop.note(work, problem);
        join(work.token(), place, true);
    }

    /**
     * Whether the job has to wait before it tries a step at {@code place}. A job that the journal knows as blocked has the place probed
     * before its first try since the start of the service.
     */
    boolean waits(OpenJob work, Place place) {
        Trouble trouble = troubles.get(place);
        if (trouble != null) {
            trouble.away.ifPresent(problem -> loop.note(work, problem));
            trouble.waiting.putIfAbsent(work.token(), false);
            return true;
        }
        boolean doubtful = work.job().blocked().isPresent() && work.looksFirstAt(place);
        if (doubtful) {
            join(work.token(), place, false);
        }
        return doubtful;
    }

    /** The problem by which a step there fails for good, because the job has been blocked for longer than any outage may last. */
    Optional<Problem> tooLong(OpenJob work, Place place) {
        return away(place).flatMap(problem -> loop.tooLong(work, problem));
    }

    /** The outage of a place that the job still waits for. */
    Optional<Problem> waitsFor(JobToken token) {
        return joined(token).flatMap(trouble -> trouble.away.stream()).findFirst();
    }

    /** When something is tried next for the job, if it waits for a place. */
    Optional<Instant> nextTry(JobToken token) {
        return joined(token).flatMap(trouble -> trouble.nextTry.stream()).min(Comparator.naturalOrder());
    }

    private Stream<Trouble> joined(JobToken token) {
        return troubles.values().stream().filter(trouble -> trouble.waiting.containsKey(token));
    }

    private void join(JobToken token, Place place, boolean failed) {
        Trouble trouble = troubles.get(place);
        if (trouble == null) {
            trouble = new Trouble();
            troubles.put(place, trouble);
            trouble.waiting.put(token, failed);
            ask(place, trouble);
        } else {
            trouble.waiting.merge(token, failed, Boolean::logicalOr);
        }
    }

    /** Probes, unless nobody waits any more. */
    private void ask(Place place, Trouble trouble) {
        trouble.waiting.keySet().removeIf(token -> !stages(token));
        if (trouble.waiting.isEmpty()) {
            troubles.remove(place);
            return;
        }
        trouble.nextTry = Optional.of(clock.instant());
        try {
            probers.execute(() -> {
                Optional<Problem> found = looked(place);
                loop.execute(() -> heard(place, trouble, found));
            });
        } catch (RejectedExecutionException e) {
            LOG.debug("closed: {} is probed again after the next start", place);
        }
    }

    private boolean stages(JobToken token) {
        return loop.peek(token)
                .map(work -> work.job().state())
                .filter(state -> state == JobState.STAGING_IN || state == JobState.STAGING_OUT)
                .isPresent();
    }

    private Optional<Problem> looked(Place place) {
        try {
            return probe.probe(place);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        } catch (RuntimeException e) {
            LOG.error("{} cannot be probed; its jobs try for themselves", place, e);
            return Optional.empty();
        }
    }

    private void heard(Place place, Trouble trouble, Optional<Problem> found) {
        Optional<Problem> outage = found.filter(Problem::isOutage);
        if (outage.isEmpty()) {
            // A permanent problem too: each job meets it for itself, with its own words.
            troubles.remove(place);
            goOn(place, trouble);
            return;
        }
        Duration wait = settings.retry(++trouble.failedProbes, place.hashCode());
        trouble.nextTry = Optional.of(clock.instant().plus(wait));
        if (trouble.away.isEmpty()) {
            LOG.warn("{} is away: {}", place, outage.get().message());
            trouble.away = outage;
            trouble.waiting.keySet().forEach(loop::advance);
        } else {
            trouble.waiting.keySet().stream()
                    .filter(token -> loop.peek(token)
                            .flatMap(work -> loop.tooLong(work, outage.get()))
                            .isPresent())
                    .forEach(loop::advance);
        }
        timer.after(wait, () -> loop.execute(() -> ask(place, trouble)));
    }

    private boolean waitsElsewhere(OpenJob work, Trouble here) {
        return troubles.values().stream()
                .anyMatch(trouble -> trouble != here && trouble.waiting.containsKey(work.token()));
    }

    /** In the order of acceptance, which is that of the queue. */
    private void goOn(Place place, Trouble trouble) {
        if (trouble.away.isPresent()) {
            LOG.info("{} answers again; {} jobs go on", place, trouble.waiting.size());
        }
        List<OpenJob> jobs = trouble.waiting.keySet().stream()
                .flatMap(token -> loop.peek(token).stream())
                .sorted(Comparator.comparing(work -> work.job().acceptance().order()))
                .toList();
        for (OpenJob work : jobs) {
            if (trouble.away.isEmpty() && trouble.waiting.get(work.token())) {
                loop.pause(work);
            } else {
                if (!waitsElsewhere(work, trouble)) {
                    // Said at once: the step that goes on may take hours to show it.
                    loop.post(work.token(), () -> loop.unblock(work));
                }
                loop.advance(work.token());
            }
        }
    }
}
