package dev.slipway.dispatch;

import dev.slipway.job.Job;
import dev.slipway.job.JobState;
import dev.slipway.job.JobToken;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.request.Place;
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
 * Tracks the places that are away and the jobs that wait for them. However many jobs wait for a place, a single probe
 * asks the place, at growing intervals; when the place answers, all waiting jobs go on. After its first failure a place
 * is only suspect: if the probe succeeds, the failure was the step's own, and only that job waits. Changed on the
 * loop's thread, read on any thread.
 */
final class Outages {
    private static final Logger LOG = LoggerFactory.getLogger(Outages.class);

    private final Loop loop;
    private final Probes probes;
    private final Stoppages stoppages;
    private final DispatchSettings settings;
    private final Timer timer;
    private final RemovedPlaces removed;
    private final Map<Place, Trouble> troubles = new ConcurrentHashMap<>();

    /** A place in doubt. The place counts as away once a probe has failed too. */
    private static final class Trouble {
        /** Maps each waiting job to whether one of its own tries has failed. */
        private final Map<JobToken, Boolean> waiting = new ConcurrentHashMap<>();

        private volatile Optional<Problem> away = Optional.empty();
        private volatile Optional<Instant> nextTry = Optional.empty();
        private int failedProbes;
    }

    Outages(
            Loop loop,
            Probes probes,
            Stoppages stoppages,
            DispatchSettings settings,
            Timer timer,
            RemovedPlaces removed) {
        this.loop = loop;
        this.probes = probes;
        this.stoppages = stoppages;
        this.settings = settings;
        this.timer = timer;
        this.removed = removed;
        probes.tell((place, found) -> loop.execute(() -> heard(place, found)));
    }

    /**
     * Ends a try on a mover's thread if its place was paused, has gone away since the try was ordered, or is not in the
     * settings any more, so that no step has to meet the outage again.
     */
    void refuse(Place place) {
        paused(place).or(() -> away(place)).or(() -> removed.outage(place)).ifPresent(problem -> {
            throw new ProblemException(problem);
        });
    }

    /** Returns the problem that keeps steps from beginning at a place which an operator has paused. */
    private Optional<Problem> paused(Place place) {
        return stoppages.ofSteps(place).map(stoppage -> Problem.of(ProblemCode.PLACE_PAUSED, stoppage.words()));
    }

    private Optional<Problem> paused(Job job) {
        return Stream.concat(OpenSteps.due(job).stream(), OpenSteps.cutOff(job).stream())
                .flatMap(step -> paused(step.place()).stream())
                .findFirst();
    }

    private Optional<Problem> away(Place place) {
        return Optional.ofNullable(troubles.get(place)).flatMap(trouble -> trouble.away);
    }

    /** Records that a step of the job met an outage at the place, and lets the job wait. */
    void failed(OpenJob work, Place place, Problem problem) {
        work.looksFirstAt(place);
        loop.note(work, problem);
        join(work.token(), place, true);
    }

    /**
     * Returns whether the job has to wait before it tries a step at {@code place}. For a job that is blocked according
     * to the journal, the place is probed before the job's first try since the start of the service.
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
     * Returns the problem by which a step at the place fails for good because the job has been blocked longer than an
     * outage may last. A pause has no such limit: the operator decides when it ends.
     */
    Optional<Problem> tooLong(OpenJob work, Place place) {
        return away(place)
                .filter(problem -> paused(work.job()).isEmpty())
                .flatMap(problem -> loop.tooLong(work, problem));
    }

    /** Returns the outage, or the pause, of a place that the job still waits for. */
    Optional<Problem> waitsFor(OpenJob work) {
        return joined(work.token())
                .flatMap(trouble -> trouble.away.stream())
                .findFirst()
                .or(() -> paused(work.job()));
    }

    /** Lets the steps begin that the pause of the place held back, in the order in which their jobs were accepted. */
    void resumed(Place place) {
        inOrder(loop.all().stream()
                        .filter(job -> stages(job) && begins(job, place))
                        .map(Job::token))
                .forEach(work -> {
                    // Unblock the job even if it waits for another outage, because the time of that outage counts from
                    // now.
                    loop.post(work.token(), () -> loop.unblock(work));
                    loop.advance(work.token());
                });
    }

    private static boolean begins(Job job, Place place) {
        return Stream.concat(OpenSteps.due(job).stream(), OpenSteps.cutOff(job).stream())
                .anyMatch(step -> step.place().equals(place));
    }

    /** Counts the jobs that wait for the place to answer or to be resumed. */
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

    /** Returns when the place is probed next for the jobs that wait. */
    Optional<Instant> nextTry(Place place) {
        return Optional.ofNullable(troubles.get(place)).flatMap(trouble -> trouble.nextTry);
    }

    /** Returns the time of the next probe for the job, if the job waits for a place. */
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

    /** Probes all places that jobs wait for, ahead of their next tries. */
    void askAll() {
        troubles.forEach(this::ask);
    }

    /** Probes the place, unless no job waits any more. */
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

    /**
     * Handles the result of a probe, whether waiting jobs, the regular check of all places or an operator asked for it.
     */
    private void heard(Place place, Optional<Problem> found) {
        Trouble trouble = troubles.get(place);
        if (trouble == null) {
            return;
        }
        Optional<Problem> outage = found.filter(Problem::isOutage);
        if (outage.isEmpty()) {
            // A permanent problem ends the outage too: each job meets the problem in its own step, with a message for
            // that step.
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

    /** Probes again, unless the place was probed in the meantime. */
    private void askAgain(Place place, Trouble trouble, int failed) {
        if (troubles.get(place) == trouble && trouble.failedProbes == failed) {
            ask(place, trouble);
        }
    }

    private boolean waitsElsewhere(OpenJob work, Trouble here) {
        return troubles.values().stream()
                .anyMatch(trouble -> trouble != here && trouble.waiting.containsKey(work.token()));
    }

    /** Lets the waiting jobs go on in the order of acceptance, which is also the order of the queue. */
    private void goOn(Place place, Trouble trouble) {
        if (trouble.away.isPresent()) {
            LOG.info("{} answers again; {} jobs go on", place, trouble.waiting.size());
        }
        for (OpenJob work : inOrder(trouble.waiting.keySet().stream())) {
            if (trouble.away.isEmpty() && trouble.waiting.get(work.token())) {
                loop.pause(work);
            } else {
                if (!waitsElsewhere(work, trouble)) {
                    // Unblock the job at once, because its next step may take hours to end.
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
