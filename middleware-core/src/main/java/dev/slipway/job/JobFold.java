package dev.slipway.job;

import dev.slipway.job.Job.Phase;
import dev.slipway.job.Job.StepId;
import dev.slipway.job.Job.StepState;
import dev.slipway.problem.Problem;
import dev.slipway.request.StagingStep;
import dev.slipway.request.StagingStep.Direction;
import dev.slipway.run.ClusterStage;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Folds events into a {@link Job}. The table of {@link JobLifecycle} must allow an event before the fold takes its
 * facts.
 */
final class JobFold {
    private final JobToken token;
    private long version;
    private Instant at;
    private JobEvent.Accepted acceptance;
    private final List<Phase> phases;
    private Optional<JobOutcome> outcome = Optional.empty();
    private Optional<Problem> blocked = Optional.empty();
    private Optional<Instant> blockedSince = Optional.empty();
    private Optional<Job.Hold> held = Optional.empty();
    private int holds;
    private Optional<String> cancelRequestedBy = Optional.empty();
    private boolean givenUp;
    private Optional<Problem> leftUndone = Optional.empty();
    private final Map<StepId, StepState> steps;
    private final Map<String, JobEvent.SnapshotTaken> snapshots;
    private int snapshotsLost;
    private Optional<JobEvent.LaunchIntended> launch = Optional.empty();
    private Job.Machines machines = Job.Machines.NONE;
    private Optional<JobEvent.RunEnded> run = Optional.empty();
    private Optional<List<KeptResult>> results = Optional.empty();
    private boolean folderKept;
    private boolean checkpointKept;
    private boolean resultsRemoved;

    JobFold(JobToken token) {
        this.token = token;
        this.phases = new ArrayList<>();
        this.steps = new HashMap<>();
        this.snapshots = new HashMap<>();
    }

    JobFold(Job job) {
        token = job.token();
        version = job.version();
        at = job.at();
        acceptance = job.acceptance();
        phases = new ArrayList<>(job.phases());
        outcome = job.outcome();
        blocked = job.blocked();
        blockedSince = job.blockedSince();
        held = job.held();
        holds = job.holds();
        cancelRequestedBy = job.cancelRequestedBy();
        givenUp = job.givenUp();
        leftUndone = job.leftUndone();
        steps = new HashMap<>(job.steps());
        snapshots = new HashMap<>(job.snapshots());
        snapshotsLost = job.snapshotsLost();
        launch = job.launch();
        machines = job.machines();
        run = job.run();
        results = job.results();
        folderKept = job.folderKept();
        checkpointKept = job.checkpointKept();
        resultsRemoved = job.resultsRemoved();
    }

    Job job() {
        if (phases.isEmpty()) {
            throw new IllegalStateException("job " + token + " has no events");
        }
        return new Job(
                token,
                version,
                at,
                acceptance,
                phases,
                outcome,
                blocked,
                blockedSince,
                held,
                holds,
                cancelRequestedBy,
                givenUp,
                leftUndone,
                steps,
                snapshots,
                snapshotsLost,
                launch,
                machines,
                run,
                results,
                folderKept,
                checkpointKept,
                resultsRemoved);
    }

    JobFold apply(RecordedEvent recorded) {
        JobEvent event = recorded.event();
        if (recorded.sequence() != version + 1) {
            throw refused(event, "event " + recorded.sequence() + " cannot follow event " + version);
        }
        JobState to = JobLifecycle.next(state(), event.kind(), outcome.isPresent())
                .orElseThrow(() -> refused(event, "the life cycle has no such transition"));
        take(event, recorded.at());
        boolean leaves = !state().equals(Optional.of(to));
        if (leaves) {
            phases.add(new Phase(to, recorded.at()));
        }
        if (leaves || event instanceof JobEvent.Failed || event instanceof JobEvent.Cancelled) {
            // The outage belonged to the state that the job left, or to steps that are not done any more.
            blocked = Optional.empty();
        }
        blockedSince = blocked.map(outage -> blockedSince.orElse(recorded.at()));
        version = recorded.sequence();
        at = recorded.at();
        return this;
    }

    private Optional<JobState> state() {
        return phases.isEmpty()
                ? Optional.empty()
                : Optional.of(phases.get(phases.size() - 1).state());
    }

    private void take(JobEvent event, Instant at) {
        switch (event.kind()) {
            case ACCEPTED -> acceptance = (JobEvent.Accepted) event;
            case STAGE_IN_BEGUN, STAGED_IN, STAGED_OUT -> {}
            case STEP_INTENDED, STEP_MOVED, STEP_FAILED -> takeStep(event);
            case SNAPSHOT_TAKEN, SNAPSHOT_LOST -> takeSnapshot(event);
            case LAUNCH_INTENDED -> launch = Optional.of((JobEvent.LaunchIntended) event);
            case HOSTS_GIVEN -> machines = new Job.Machines(((JobEvent.HostsGiven) event).hosts(), machines.cluster());
            case CLUSTER_ACCEPTED, CLUSTER_STAGE -> takeCluster(event, at);
            case RUN_ENDED -> run = Optional.of((JobEvent.RunEnded) event);
            case RESULTS_KEPT -> results = Optional.of(((JobEvent.ResultsKept) event).results());
            case CLEANED -> {
                outcome = outcome.or(() -> Optional.of(new JobOutcome.Done()));
                folderKept = ((JobEvent.Cleaned) event).folderKept();
                checkpointKept = ((JobEvent.Cleaned) event).checkpointKept();
            }
            case FAILED -> {
                JobEvent.Failed failed = (JobEvent.Failed) event;
                outcome = Optional.of(new JobOutcome.Failed(failed.phase(), failed.problem()));
            }
            case CANCEL_REQUESTED -> {
                cancelRequestedBy = cancelRequestedBy.or(() -> Optional.of(((JobEvent.CancelRequested) event).by()));
                givenUp = outcome.isPresent();
            }
            case LEFT_UNDONE -> leftUndone = Optional.of(((JobEvent.LeftUndone) event).problem());
            case CANCELLED -> outcome = Optional.of(new JobOutcome.Cancelled(((JobEvent.Cancelled) event).by()));
            case HELD, RELEASED -> takeHold(event, at);
            case FOLDER_REMOVED, RESULTS_REMOVED -> takeRemoval(event);
            case BLOCKED -> blocked = Optional.of(((JobEvent.Blocked) event).problem());
            case UNBLOCKED -> {
                if (blocked.isEmpty()) {
                    throw refused(event, "the job is not blocked");
                }
                blocked = Optional.empty();
            }
        }
    }

    /**
     * Records that a snapshot was taken or lost. Without the snapshot, all staged data are void, in particular files
     * that were appended to or that gave values.
     */
    private void takeSnapshot(JobEvent event) {
        if (event instanceof JobEvent.SnapshotTaken taken) {
            if (!acceptance.request().snapshots().contains(taken.source()) || snapshots.containsKey(taken.source())) {
                throw refused(event, "no snapshot of source " + taken.source() + " is to be taken now");
            }
            snapshots.put(taken.source(), taken);
        } else if (event instanceof JobEvent.SnapshotLost lost) {
            if (!snapshots.containsKey(lost.source())) {
                throw refused(event, "the job has no snapshot of source " + lost.source());
            }
            snapshots.clear();
            steps.clear();
            snapshotsLost++;
        }
    }

    /** A cluster may accept a run again, under another number, if it forgot the first one before the run began. */
    private void takeCluster(JobEvent event, Instant at) {
        if (event instanceof JobEvent.ClusterAccepted accepted) {
            at(new Job.AtCluster(accepted.run(), Optional.of(ClusterStage.PENDING), "", at));
        } else if (event instanceof JobEvent.ClusterStageSeen seen) {
            Job.AtCluster before =
                    machines.cluster().orElseThrow(() -> refused(event, "no cluster has accepted the run"));
            at(new Job.AtCluster(before.run(), seen.stage(), seen.reason(), at));
        }
    }

    private void at(Job.AtCluster cluster) {
        machines = new Job.Machines(machines.hosts(), Optional.of(cluster));
    }

    private void takeHold(JobEvent event, Instant at) {
        boolean begins = event instanceof JobEvent.Held;
        if (begins == held.isPresent()) {
            throw refused(event, begins ? "the job is held already" : "the job is not held");
        }
        holds += begins ? 1 : 0;
        held = begins ? Optional.of(new Job.Hold(((JobEvent.Held) event).by(), at)) : Optional.empty();
    }

    private void takeRemoval(JobEvent event) {
        boolean folder = event instanceof JobEvent.FolderRemoved;
        if (folder ? !folderKept : resultsRemoved) {
            throw refused(event, "nothing is kept any more");
        }
        folderKept = folderKept && !folder;
        checkpointKept = checkpointKept && !folder;
        resultsRemoved = resultsRemoved || !folder;
    }

    private void takeStep(JobEvent event) {
        if (event instanceof JobEvent.StepIntended intended) {
            StepState before = openStep(event, intended.direction(), intended.step());
            put(
                    intended.direction(),
                    intended.step(),
                    new StepState(Optional.of(intended.key()), before.moved(), before.failed()));
        } else if (event instanceof JobEvent.StepMoved moved) {
            StepState before = openStep(event, moved.direction(), moved.step());
            put(
                    moved.direction(),
                    moved.step(),
                    new StepState(before.intended(), Optional.of(moved), Optional.empty()));
        } else if (event instanceof JobEvent.StepFailed failed) {
            StepState before = openStep(event, failed.direction(), failed.step());
            put(
                    failed.direction(),
                    failed.step(),
                    new StepState(before.intended(), Optional.empty(), Optional.of(failed.problem())));
        }
    }

    private void put(Direction direction, String step, StepState state) {
        steps.put(new StepId(direction, step), state);
    }

    private StepState openStep(JobEvent event, Direction direction, String step) {
        Direction now = state().equals(Optional.of(JobState.STAGING_IN)) ? Direction.IN : Direction.OUT;
        List<StagingStep> known = now == Direction.IN
                ? acceptance.request().stageIn()
                : acceptance.request().stageOut();
        if (direction != now || known.stream().noneMatch(one -> one.name().equals(step))) {
            throw refused(event, "the job has no step " + step + " now");
        }
        StepState before = steps.getOrDefault(new StepId(direction, step), StepState.UNTOUCHED);
        if (before.over()) {
            throw refused(event, "step " + step + " is over");
        }
        return before;
    }

    private IllegalTransition refused(JobEvent event, String reason) {
        String state = state().map(JobState::name).orElse("no state") + (outcome.isPresent() ? ", decided" : "");
        return new IllegalTransition(token, state, event.kind(), reason);
    }
}
