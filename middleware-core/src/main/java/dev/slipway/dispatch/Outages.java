package dev.slipway.dispatch;

import dev.slipway.job.Job;
import dev.slipway.job.JobState;
import dev.slipway.job.JobToken;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.staging.Place;
import dev.slipway.stoppage.Stoppages;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
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
    private final Probes probes;
    private final Stoppages stoppages;
    private final DispatchSettings settings;
    private final Timer timer;
    private final Map<Place, Trouble> troubles = new ConcurrentHashMap<>();

    /** A place in doubt. It is away once a probe has failed too. */
    private static final class Trouble {
        /** Each waiting job, with whether a try of its own has failed. */
        private final Map<JobToken, Boolean> waiting = new ConcurrentHashMap<>();

        private volatile Optional<Problem> away = Optional.empty();
        private volatile Optional<Instant> nextTry = Optional.empty();
        private int failedProbes;
    }

    Outages(Loop loop, Probes probes, Stoppages stoppages, DispatchSettings settings, Timer timer) {
        this.loop = loop;
        this.probes = probes;
        this.stoppages = stoppages;
        this.settings = settings;
        this.timer = timer;
        probes.tell((place, found) -> loop.execute(() -> heard(place, found)));
    }

    /**
     * Ends a try, on a mover's thread, whose place was paused or has gone away since the try was ordered: nobody need find that out again.
     */
    void refuse(Place place) {
        paused(place).or(() -> away(place)).ifPresent(problem -> {
            throw new ProblemException(problem);
        });
    }

    /** Why no step begins there, if an operator has paused the place. */
    private Optional<Problem> paused(Place place) {
        return stoppages.ofSteps(place).map(stoppage -> Problem.of(ProblemCode.PLACE_PAUSED, stoppage.words()));
    }

    private Optional<Problem> paused(Job job) {
        return Stream.concat(OpenSteps.due(job).stream(), OpenSteps.cutOff(job).stream())
                .flatMap(step -> paused(Place.of(step)).stream())
                .findFirst();
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
        Optional<Problem> paused = paused(place);
        if (paused.isPresent()) {
            loop.note(work, paused.get());
            return true;
        }
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

    /**
     * The problem by which a step there fails for good, because the job has been blocked for longer than any outage may last. A pause lasts
     * as long as its operator wants.
     */
    Optional<Problem> tooLong(OpenJob work, Place place) {
        return away(place)
                .filter(problem -> paused(work.job()).isEmpty())
                .flatMap(problem -> loop.tooLong(work, problem));
    }

    /** The outage, or the pause, of a place that the job still waits for. */
    Optional<Problem> waitsFor(OpenJob work) {
        return joined(work.token())
                .flatMap(trouble -> trouble.away.stream())
                .findFirst()
                .or(() -> paused(work.job()));
    }

    /** Lets the steps begin that were kept from it, in the order of their jobs' acceptance. */
    void resumed(Place place) {
        inOrder(loop.all().stream()
                        .filter(job -> stages(job) && begins(job, place))
                        .map(Job::token))
                .forEach(work -> {
                    // Also when another outage is told of: how long it lasts counts from now.
                    loop.post(work.token(), () -> loop.unblock(work));
                    loop.advance(work.token());
                });
    }

    private static boolean begins(Job job, Place place) {
        return Stream.concat(OpenSteps.due(job).stream(), OpenSteps.cutOff(job).stream())
                .anyMatch(step -> Place.of(step).equals(place));
    }

    /** How many jobs wait for the place to answer, or to be resumed. */
    int waiting(Place place) {
        if (stoppages.ofSteps(place).isPresent()) {
            return (int) loop.all().stream()
                    .filter(job -> stages(job) && job.blocked().isPresent() && begins(job, place))
                    .count();
        }
        return Optional.ofNullable(troubles.get(place))
                .filter(trouble -> trouble.away.isPresent())
                .map(trouble -> trouble.waiting.size())
                .orElse(0);
    }

    /** When the place is asked again for the jobs that wait for it. */
    Optional<Instant> nextTry(Place place) {
        return Optional.ofNullable(troubles.get(place)).flatMap(trouble -> trouble.nextTry);
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
        trouble.nextTry = Optional.of(loop.now());
        probes.ask(place);
    }

    private boolean stages(JobToken token) {
        return loop.peek(token).filter(work -> stages(work.job())).isPresent();
    }

    private static boolean stages(Job job) {
        return job.state() == JobState.STAGING_IN || job.state() == JobState.STAGING_OUT;
    }

    /** Whoever asked: the jobs that wait, the regular check of all places, or an operator. */
    private void heard(Place place, Optional<Problem> found) {
        Trouble trouble = troubles.get(place);
        if (trouble == null) {
            return;
        }
        Optional<Problem> outage = found.filter(Problem::isOutage);
        if (outage.isEmpty()) {
            // A permanent problem too: each job meets it for itself, with its own words.
            troubles.remove(place);
            goOn(place, trouble);
            return;
        }
        int failed = ++trouble.failedProbes;
        Duration wait = settings.retry(failed, place.hashCode());
        trouble.nextTry = Optional.of(loop.now().plus(wait));
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
        timer.after(wait, () -> loop.execute(() -> askAgain(place, trouble, failed)));
    }

    /** Unless it was asked in the meantime. */
    private void askAgain(Place place, Trouble trouble, int failed) {
        if (troubles.get(place) == trouble && trouble.failedProbes == failed) {
            ask(place, trouble);
        }
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
        for (OpenJob work : inOrder(trouble.waiting.keySet().stream())) {
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

    private List<OpenJob> inOrder(Stream<JobToken> tokens) {
        return tokens.flatMap(token -> loop.peek(token).stream())
                .sorted(Comparator.comparing(work -> work.job().acceptance().order()))
                .toList();
    }
}
