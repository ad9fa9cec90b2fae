package dev.slipway.job;

import dev.slipway.job.JobEvent.LaunchIntended;
import dev.slipway.job.JobEvent.RunEnded;
import dev.slipway.problem.Problem;
import dev.slipway.request.JobRequest;
import dev.slipway.request.RunPath;
import dev.slipway.request.StagingStep;
import dev.slipway.request.StagingStep.Direction;
import dev.slipway.run.ClusterRun;
import dev.slipway.run.ClusterStage;
import dev.slipway.run.RunHost;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A job, folded from its events. Only {@link #replay} and {@link #then} make jobs. The same events always give an equal
 * job.
 *
 * @param version number of events folded, which is the sequence of the last event
 * @param at the time of the last event
 * @param acceptance the first event
 * @param phases the states of the job so far, oldest first; the last one is the present state
 * @param blocked the outage that the job waits for
 * @param blockedSince when the job first met an outage with no success since; present if {@code blocked} is
 * @param held who keeps the job from being let in and launched, and since when
 * @param holds how often the job was held so far
 * @param givenUp whether a cancel came after the outcome, so that the steps still waiting are given up
 * @param leftUndone the part of the cleaning that could not be done
 * @param steps the state of each step; a step without an entry has not begun
 * @param snapshots the snapshots that the job's extracts read, by source
 * @param snapshotsLost how often stage-in began anew
 * @param machines the machines that have the run, other than the service's own
 * @param results the kept results; empty until the results are kept
 * @param folderKept whether the run folder outlives the job
 * @param checkpointKept whether the checkpoint folder was kept with the run folder, for one retry to go on from
 * @param resultsRemoved whether the retention time of the results is over
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
        Machines machines,
        Optional<RunEnded> run,
        Optional<List<KeptResult>> results,
        boolean folderKept,
        boolean checkpointKept,
        boolean resultsRemoved) {

    /** A state and when it was entered. */
    public record Phase(JobState state, Instant begun) {}

    /**
     * The machines that have a run, except the service's own machine.
     *
     * @param hosts the hosts of a list on which the run has slots; empty on a partition without a list of hosts
     * @param cluster the cluster that has the run, and the stage in which the run was seen there last
     */
    public record Machines(List<RunHost> hosts, Optional<AtCluster> cluster) {
        static final Machines NONE = new Machines(List.of(), Optional.empty());
    }

    /**
     * A run at a cluster.
     *
     * @param stage the last stage that was seen; empty for a run under way
     * @param reason the cluster's words for the reason; may be empty
     * @param since when the run was first seen in this stage
     */
    public record AtCluster(ClusterRun run, Optional<ClusterStage> stage, String reason, Instant since) {}

    /** A user's order to neither let the job in nor launch it. */
    public record Hold(String by, Instant since) {}

    /** The identity of a step; names are distinct within a direction only. */
    public record StepId(Direction direction, String name) {
        public static StepId of(StagingStep step) {
            return new StepId(step.direction(), step.name());
        }
    }

    /**
     * The state of a step.
     *
     * @param intended the key of the step's last intent
     * @param moved present when the step ended well
     * @param failed present when the step failed for good
     */
    public record StepState(Optional<String> intended, Optional<JobEvent.StepMoved> moved, Optional<Problem> failed) {
        static final StepState UNTOUCHED = new StepState(Optional.empty(), Optional.empty(), Optional.empty());

        /** Returns whether the step has ended, well or not. */
        public boolean over() {
            return moved.isPresent() || failed.isPresent();
        }
    }

    public Job {
        phases = List.copyOf(phases);
        steps = Map.copyOf(steps);
        snapshots = Map.copyOf(snapshots);
    }

    /** Folds {@code events}, which must be the complete history from the first event on. */
    public static Job replay(JobToken token, List<RecordedEvent> events) {
        JobFold fold = new JobFold(token);
        events.forEach(fold::apply);
        return fold.job();
    }

    /**
     * Returns this job after one more event.
     *
     * @throws IllegalTransition if the life cycle does not allow the event now
     */
    public Job then(RecordedEvent event) {
        return new JobFold(this).apply(event).job();
    }

    /** Returns the hosts of a list on which the run has slots; empty on a partition without a list of hosts. */
    public List<RunHost> hosts() {
        return machines.hosts();
    }

    /** Returns the cluster that has the run, and the stage in which the run was seen there last. */
    public Optional<AtCluster> cluster() {
        return machines.cluster();
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

    /** Returns when the job entered its present state. */
    public Instant since() {
        return phases.get(phases.size() - 1).begun();
    }

    /** Returns when the job was accepted. */
    public Instant accepted() {
        return phases.get(0).begun();
    }

    /** Returns whether the job has its outcome: done, failed or cancelled. */
    public boolean decided() {
        return outcome.isPresent();
    }

    /** Returns the state of {@code step}. */
    public StepState step(StagingStep step) {
        return steps.getOrDefault(StepId.of(step), StepState.UNTOUCHED);
    }

    /** Returns whether {@code step} is not over and its turn may still come. */
    public boolean mayStillMove(StagingStep step) {
        JobState last = step.direction() == Direction.IN ? JobState.STAGING_IN : JobState.STAGING_OUT;
        return !step(step).over() && state().compareTo(last) <= 0 && (!decided() || step.always());
    }

    /**
     * Returns the files that stage-in wrote, one entry for each path.
     *
     * @return for a path that several steps wrote, an entry that states only that the file exists: size -1 and no
     *     digest
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
