package dev.slipway.dispatch;

import dev.slipway.job.Job;
import dev.slipway.job.Job.StepId;
import dev.slipway.job.JobToken;
import dev.slipway.problem.Problem;
import dev.slipway.request.Place;
import dev.slipway.run.RunProgress;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The dispatcher's memory of a job between admission and closing. Only the loop's thread writes; front ends read the
 * meters.
 */
final class OpenJob {
    private static final int UNBLOCKS_PER_STATE = 10;
    private static final int REASONS_PER_RUN = 200;

    private volatile Job job;
    private volatile Optional<RunProgress> progress = Optional.empty();
    private volatile Optional<Instant> expected = Optional.empty();
    private int reasonsTold;
    private boolean ending;
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

    /** A snapshot that an extract did not find any more, with the reported problem. */
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
        if (tellsOtherReason(job, now)) {
            reasonsTold++;
        }
        job = now;
        stale = false;
    }

    /** Returns whether the run waits in the same stage at its cluster for another reason than before. */
    private static boolean tellsOtherReason(Job before, Job now) {
        return before.cluster()
                .flatMap(was -> now.cluster()
                        .filter(is -> is.run().equals(was.run()) && is.stage().equals(was.stage()))
                        .filter(is -> !is.reason().equals(was.reason())))
                .isPresent();
    }

    /** Returns whether the journal may hold more events than this memory, because an append ended without an answer. */
    boolean stale() {
        return stale;
    }

    void doubt() {
        stale = true;
    }

    /** Returns whether a launch, a look, a kill or the cleaning is under way. */
    boolean busy() {
        return busy;
    }

    void busy(boolean now) {
        busy = now;
    }

    /** Returns whether the job waits for its own next try after an outage. */
    boolean waiting() {
        return nextTry.isPresent();
    }

    /** Returns the time of the next try. */
    Optional<Instant> nextTry() {
        return nextTry;
    }

    void waitUntil(Optional<Instant> then) {
        nextTry = then;
    }

    /** Returns whether the journal does not show this outage yet. */
    boolean unheardOf(Problem problem) {
        boolean shown = job.blocked()
                .filter(before -> named(before).equals(named(problem)))
                .isPresent();
        return !shown && !told.contains(named(problem));
    }

    void told(Problem problem) {
        told.add(named(problem));
    }

    /** Lets the journal record an outage again that it has recorded before another one. */
    void tellAgain() {
        told.clear();
    }

    private static Problem named(Problem problem) {
        return Problem.of(problem.code(), problem.message());
    }

    /**
     * Returns whether the journal may record one more end of an outage in this state. The number is limited, because an
     * outage that comes and goes would fill the journal.
     */
    boolean mayUnblock() {
        return unblocks < UNBLOCKS_PER_STATE;
    }

    void unblocked() {
        unblocks++;
        told.clear();
    }

    /** Records that the place is being probed for this job; returns false if it was probed before. */
    boolean looksFirstAt(Place place) {
        return lookedAt.add(place);
    }

    /** Records a take-over of files for an order group of stage-in; returns false if there was one before. */
    boolean takesOverFirst(int orderGroup) {
        return takenOver.add(orderGroup);
    }

    void takeOverAgain(int orderGroup) {
        takenOver.remove(orderGroup);
    }

    /** Returns the lost snapshot that makes stage-in begin anew. */
    Optional<LostSnapshot> lost() {
        return lost;
    }

    void lost(Optional<LostSnapshot> now) {
        lost = now;
    }

    /** Records that a look at the run is due; returns false if one was due already. */
    boolean lookDue() {
        boolean first = !lookDue;
        lookDue = true;
        return first;
    }

    void looked() {
        lookDue = false;
    }

    /** Returns the number of failed tries since the last success. */
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

    /** Interrupts the moving steps; returns whether any of them still moves. */
    boolean interruptMoves() {
        moving.values().removeIf(Move::withdraw);
        return !moving.isEmpty();
    }

    /** Returns when the run's cluster expects the run to start. */
    Optional<Instant> expected() {
        return expected;
    }

    void expected(Optional<Instant> start) {
        expected = start;
    }

    /** Returns whether the journal may record one more reason for which the run waits at its cluster. */
    boolean mayTellReason() {
        return reasonsTold < REASONS_PER_RUN;
    }

    /** Returns whether the last look at the run saw the run ending. */
    boolean wasEnding() {
        return ending;
    }

    void ending(boolean now) {
        ending = now;
    }

    Optional<RunProgress> progress() {
        return progress;
    }

    void progress(Optional<RunProgress> now) {
        progress = now;
    }
}
