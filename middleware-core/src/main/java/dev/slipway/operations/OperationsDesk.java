package dev.slipway.operations;

import dev.slipway.desk.Caller;
import dev.slipway.desk.Caller.Role;
import dev.slipway.dispatch.Dispatcher;
import dev.slipway.dispatch.Waiters;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.request.Place;
import dev.slipway.stoppage.Stoppage.LaunchesOn;
import dev.slipway.stoppage.Stoppage.StepsAt;
import dev.slipway.stoppage.Stoppage.Subject;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * The only entry for operators of the service, for every front end. All calls throw {@link ProblemException}. Auditors
 * can look, operators can also make changes. Every change is recorded in the ledger of operations and outlasts a
 * restart.
 */
public final class OperationsDesk {
    private static final int LONGEST_REASON = 200;

    private final Dispatcher dispatcher;
    private final QueueLook queue;
    private final Supplier<List<Place>> configured;

    /** @param configured the places and the clusters that the operator has configured now */
    public OperationsDesk(Dispatcher dispatcher, QueueLook queue, Supplier<List<Place>> configured) {
        this.dispatcher = dispatcher;
        this.queue = queue;
        this.configured = configured;
    }

    /** Returns the standing of queue, partitions and limits. */
    public QueueStanding queue(Caller caller) {
        requireLook(caller);
        return queue.standing();
    }

    /**
     * Returns the standing of all configured places and clusters, then of paused places that are no longer configured.
     */
    public List<PlaceStanding> places(Caller caller) {
        requireLook(caller);
        List<Place> places = configured.get();
        Stream<Place> gone = dispatcher.stoppages().all().stream()
                .flatMap(stoppage ->
                        stoppage.subject() instanceof StepsAt steps ? Stream.of(steps.place()) : Stream.of())
                .filter(place -> !places.contains(place));
        return Stream.concat(places.stream(), gone)
                .map(place -> standing(place, places.contains(place)))
                .toList();
    }

    private PlaceStanding standing(Place place, boolean isConfigured) {
        Waiters waiters = dispatcher.waiters(place);
        return new PlaceStanding(
                place,
                isConfigured,
                dispatcher.stoppages().ofSteps(place),
                dispatcher.health(place),
                waiters.jobs(),
                waiters.nextTry());
    }

    /**
     * Stops a subject until a resume; repeated calls have no effect. A drain of the service or of a partition stops
     * launches only: jobs are accepted and staged in as before, and runs end and stage out as before. A pause of a
     * place keeps new staging steps from beginning there; moving steps go on. A cluster has no pause, because a drain
     * of the partitions of the cluster stops launches there.
     */
    public void stop(Caller caller, Subject subject, String reason) {
        requireChange(caller);
        requireKnown(subject);
        requireSteps(subject);
        if (reason.length() > LONGEST_REASON) {
            throw new ProblemException(Problem.of(
                    ProblemCode.FORM_INVALID,
                    "a reason has " + LONGEST_REASON + " characters at most; this one has " + reason.length()));
        }
        dispatcher.requireOpen();
        dispatcher.stoppages().stop(subject, caller.user(), caller.from(), reason.strip());
        dispatcher.stopped();
    }

    /**
     * Resumes a subject, also one that is no longer configured. Has no effect if the subject is configured and not
     * stopped.
     */
    public void resume(Caller caller, Subject subject) {
        requireChange(caller);
        if (dispatcher.stoppages().of(subject).isEmpty()) {
            requireKnown(subject);
        }
        dispatcher.requireOpen();
        dispatcher.stoppages().resume(subject, caller.user(), caller.from());
        dispatcher.resumed(subject);
    }

    /** Probes a place soon, ahead of the schedule; if the place answers, the waiting jobs go on at once. */
    public void check(Caller caller, Place place) {
        requireChange(caller);
        requireKnown(new StepsAt(place));
        dispatcher.ask(place);
    }

    private void requireKnown(Subject subject) {
        if (subject instanceof StepsAt steps && !configured.get().contains(steps.place())) {
            throw new ProblemException(Problem.of(ProblemCode.SOURCE_UNKNOWN, "there is no " + steps.place()));
        }
        if (subject instanceof LaunchesOn launches && !queue.hasPartition(launches.partition())) {
            throw new ProblemException(
                    Problem.of(ProblemCode.PARTITION_UNKNOWN, "there is no partition " + launches.partition()));
        }
    }

    private static void requireSteps(Subject subject) {
        if (subject instanceof StepsAt steps && steps.place() instanceof Place.Cluster cluster) {
            throw new ProblemException(Problem.of(
                    ProblemCode.FORM_INVALID,
                    cluster + " cannot be paused, because no step begins there; drain its partitions instead"));
        }
    }

    private static void requireLook(Caller caller) {
        if (!mayLook(caller)) {
            throw refusal(caller);
        }
    }

    /** Returns whether the caller may look at the operation of the service. */
    public static boolean mayLook(Caller caller) {
        return mayChange(caller) || caller.roles().contains(Role.AUDITOR);
    }

    /** Returns whether the caller may change the operation of the service. */
    public static boolean mayChange(Caller caller) {
        return caller.roles().contains(Role.OPERATOR);
    }

    static void requireChange(Caller caller) {
        if (!mayChange(caller)) {
            throw refusal(caller);
        }
    }

    private static ProblemException refusal(Caller caller) {
        return new ProblemException(
                Problem.of(ProblemCode.NOT_AUTHORISED, "user " + caller.user() + " may not operate the service"));
    }
}
