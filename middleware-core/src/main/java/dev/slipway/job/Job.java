package dev.slipway.job;

import dev.slipway.job.JobEvent.KeptResult;
import dev.slipway.job.JobEvent.LaunchIntended;
import dev.slipway.job.JobEvent.MovedFile;
import dev.slipway.job.JobEvent.RunEnded;
import dev.slipway.problem.Problem;
import dev.slipway.request.JobRequest;
import dev.slipway.request.RunPath;
import dev.slipway.request.StagingStep;
import dev.slipway.request.StagingStep.Direction;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A job, folded from its events. Only {@link #replay} and {@link #then} make one. The same events always give an equal
 * job.
 *
 * @param version number of events folded, which is the sequence of the last
 * @param at the time of the last event
 * @param acceptance its first event
 * @param phases the states it has been in, oldest first; the last is the one it is in
 * @param blocked the outage it waits for
 * @param blockedSince when it first met an outage and nothing went well since; present if {@code blocked} is
 * @param held who keeps it from being let in and launched, and since when
 * @param holds how often it was held so far
 * @param givenUp whether a cancel came after the outcome, so that the steps still waiting are given up
 * @param leftUndone the part of the cleaning that could not be done
 * @param steps what happened to each step so far; a step without an entry has not begun
 * @param snapshots by their sources, those that extracts of the job read
 * @param snapshotsLost how often stage-in began anew
 * @param results what was kept; empty until then
 * @param folderKept whether the run folder outlives the job
 * @param checkpointKept whether its checkpoint folder was kept with it, from which one retry can go on
 * @param resultsRemoved whether the time of the kept results is over
 */
public record Job(
        JobToken token,
        long version,
        Instant at,
        JobEvent.Accepted acceptance,
        List<Phase> phases,
        Optional<JobOutcome> outcome,
        Optional<Problem> blocked,
        Optional<Instant> blockedSince,
        Optional<Hold> held,
        int holds,
        Optional<String> cancelRequestedBy,
        boolean givenUp,
        Optional<Problem> leftUndone,
        Map<StepId, StepState> steps,
        Map<String, JobEvent.SnapshotTaken> snapshots,
        int snapshotsLost,
        Optional<LaunchIntended> launch,
        Optional<RunEnded> run,
        Optional<List<KeptResult>> results,
        boolean folderKept,
        boolean checkpointKept,
        boolean resultsRemoved) {

    /** A state and when it was entered. */
    public record Phase(JobState state, Instant begun) {}

    /** A user's wish that the job is not let in and not launched. */
    public record Hold(String by, Instant since) {}

    /** A step; names are distinct within a direction only. */
    public record StepId(Direction direction, String name) {
        public static StepId of(StagingStep step) {
            return new StepId(step.direction(), step.name());
        }
    }

    /**
     * What happened to a step.
     *
     * @param intended the key of its last intent
     * @param moved present when it ended well
     * @param failed present when it failed for good
     */
    public record StepState(Optional<String> intended, Optional<JobEvent.StepMoved> moved, Optional<Problem> failed) {
        static final StepState UNTOUCHED = new StepState(Optional.empty(), Optional.empty(), Optional.empty());

        /** Whether nothing more will happen to it. */
        public boolean over() {
            return moved.isPresent() || failed.isPresent();
        }
    }

    public Job {
        phases = List.copyOf(phases);
        steps = Map.copyOf(steps);
        snapshots = Map.copyOf(snapshots);
    }

    /** The job that {@code events} tell, which must be a whole history from the first on. */
    public static Job replay(JobToken token, List<RecordedEvent> events) {
        JobFold fold = new JobFold(token);
        events.forEach(fold::apply);
        return fold.job();
    }

    /**
     * This job after one more event.
     *
     * @throws IllegalTransition if the life cycle does not allow the event now
     */
    public Job then(RecordedEvent event) {
        return new JobFold(this).apply(event).job();
    }

    public String owner() {
        return acceptance.owner();
    }

    public JobRequest request() {
        return acceptance.request();
    }

    public JobState state() {
        return phases.get(phases.size() - 1).state();
    }

    /** When it entered its state. */
    public Instant since() {
        return phases.get(phases.size() - 1).begun();
    }

    /** When it was accepted. */
    public Instant accepted() {
        return phases.get(0).begun();
    }

    /** Whether it failed or was cancelled, or is done. */
    public boolean decided() {
        return outcome.isPresent();
    }

    /** What happened to {@code step} so far. */
    public StepState step(StagingStep step) {
        return steps.getOrDefault(StepId.of(step), StepState.UNTOUCHED);
    }

    /** Whether {@code step} is not over and its turn may still come. */
    public boolean mayStillMove(StagingStep step) {
        JobState last = step.direction() == Direction.IN ? JobState.STAGING_IN : JobState.STAGING_OUT;
        return !step(step).over() && state().compareTo(last) <= 0 && (!decided() || step.always());
    }

    /**
     * The files that stage-in wrote, one for each path.
     *
     * @return for a path that several steps wrote, only that it must be there: size -1 and no digest
     */
    public List<MovedFile> manifest() {
        Map<RunPath, MovedFile> files = new LinkedHashMap<>();
        request().stageIn().stream()
                .flatMap(step -> step(step).moved().stream())
                .flatMap(moved -> moved.files().stream())
                .forEach(file -> files.merge(file.file(), file, (one, other) -> new MovedFile(file.file(), -1, "")));
        return List.copyOf(files.values());
    }
}
