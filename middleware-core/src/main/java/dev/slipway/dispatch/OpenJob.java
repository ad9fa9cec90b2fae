package dev.slipway.dispatch;

import dev.slipway.job.Job;
import dev.slipway.job.Job.StepId;
import dev.slipway.job.JobToken;
import dev.slipway.run.RunProgress;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** What the dispatcher holds in memory of a job between admission and closing. Only the loop's thread writes; doors read the meters. */
final class OpenJob {
    private volatile Job job;
    private volatile Optional<RunProgress> progress = Optional.empty();
    private final Map<StepId, Reading> meters = new ConcurrentHashMap<>();
    private final Map<StepId, Move> moving = new HashMap<>();
    private boolean stale;
    private boolean busy;
    private boolean waiting;
    private boolean lookDue;
    private int tries;

    /** How far a moving step is. */
    record Reading(long bytes, long rows) {}

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

    /** Whether it waits for its next try after an outage. */
    boolean waiting() {
        return waiting;
    }

    void waiting(boolean now) {
        waiting = now;
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

    Map<StepId, Reading> meters() {
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
