package dev.slipway.dispatch;

import dev.slipway.job.Job;
import dev.slipway.job.Job.StepId;
import dev.slipway.job.JobToken;
import dev.slipway.problem.Problem;
import dev.slipway.run.RunProgress;
import dev.slipway.staging.Place;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** What the dispatcher holds in memory of a job between admission and closing. Only the loop's thread writes; doors read the meters. */
final class OpenJob {
    private static final int UNBLOCKS_PER_STATE = 10;

    private volatile Job job;
    private volatile Optional<RunProgress> progress = Optional.empty();
    private final Map<StepId, MovingStep> meters = new ConcurrentHashMap<>();
    private final Map<StepId, Move> moving = new HashMap<>();
    private boolean stale;
    private boolean busy;
    private volatile Optional<Instant> nextTry = Optional.empty();
    private boolean lookDue;
    private int tries;
    private final Set<Problem> told = new HashSet<>();
    private final Set<Place> lookedAt = new HashSet<>();
    private int unblocks;
    private final Set<Integer> takenOver = new HashSet<>();
    private Optional<LostSnapshot> lost = Optional.empty();

    /** A snapshot that an extract did not find any more, and how it told. */
    record LostSnapshot(String source, Problem problem) {}

    OpenJob(Job job) {
        this.job = job;
    }

    Job job() {
        return job;
    }

    JobToken token() {
        return job.token();
    }

    void become(Job now) {
        if (now.state() != job.state() || now.decided() != job.decided()) {
            told.clear();
            unblocks = 0;
        }
        job = now;
        stale = false;
    }

    /** Whether the journal may hold more than this memory: an append ended without an answer. */
    boolean stale() {
        return stale;
    }

    void doubt() {
        stale = true;
    }

    /** Whether a launch, a look, a kill or the cleaning is under way. */
    boolean busy() {
        return busy;
    }

    void busy(boolean now) {
        busy = now;
    }

    /** Whether it waits for its own next try after an outage. */
    boolean waiting() {
        return nextTry.isPresent();
    }

    /** When that is. */
    Optional<Instant> nextTry() {
        return nextTry;
    }

    void waitUntil(Optional<Instant> then) {
        nextTry = then;
    }

    /** Whether the journal does not tell of this outage yet. */
    boolean unheardOf(Problem problem) {
        boolean shown = job.blocked()
                .filter(before -> named(before).equals(named(problem)))
                .isPresent();
        return !shown && !told.contains(named(problem));
    }

    void told(Problem problem) {
        told.add(named(problem));
    }

    /** Lets the journal tell again of an outage that it has told before another. */
    void tellAgain() {
        told.clear();
    }

    private static Problem named(Problem problem) {
        return Problem.of(problem.code(), problem.message());
    }

    /** Whether the journal may tell once more that an outage is over: one that comes and goes must not fill it. */
    boolean mayUnblock() {
        return unblocks < UNBLOCKS_PER_STATE;
    }

    void unblocked() {
        unblocks++;
        told.clear();
    }

    /** Notes that the place is being looked at for this job; false if it was before. */
    boolean looksFirstAt(Place place) {
        return lookedAt.add(place);
    }

    /** Notes that files are being taken over for an order group of stage-in; false if they were before. */
    boolean takesOverFirst(int orderGroup) {
        return takenOver.add(orderGroup);
    }

    void takeOverAgain(int orderGroup) {
        takenOver.remove(orderGroup);
    }

    /** The snapshot for whose loss stage-in has to begin anew. */
    Optional<LostSnapshot> lost() {
        return lost;
    }

    void lost(Optional<LostSnapshot> now) {
        lost = now;
    }

    /** Notes that a look at the run is due; false if one was due already. */
    boolean lookDue() {
        boolean first = !lookDue;
        lookDue = true;
        return first;
    }

    void looked() {
        lookDue = false;
    }

    /** How many tries have failed since something went well. */
    int tries() {
        return tries;
    }

    /** Counts one more failed try. */
    int failedAgain() {
        return ++tries;
    }

    void succeeded() {
        tries = 0;
    }

    Map<StepId, MovingStep> meters() {
        return meters;
    }

    Map<StepId, Move> moving() {
        return moving;
    }

    /** Interrupts what moves; whether anything still does. */
    boolean interruptMoves() {
        moving.values().removeIf(Move::withdraw);
        return !moving.isEmpty();
    }

    Optional<RunProgress> progress() {
        return progress;
    }

    void progress(Optional<RunProgress> now) {
        progress = now;
    }
}
