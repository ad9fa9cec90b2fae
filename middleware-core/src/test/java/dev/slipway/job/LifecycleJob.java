package dev.slipway.job;

import dev.slipway.job.JobEvent.Kind;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.request.JobRequest;
import dev.slipway.request.ResultFile;
import dev.slipway.request.RunPath;
import dev.slipway.request.StagingStep;
import dev.slipway.request.StagingStep.Direction;
import dev.slipway.run.ClusterRun;
import dev.slipway.run.ClusterStage;
import dev.slipway.run.RunHost;
import dev.slipway.run.RunProgress;
import dev.slipway.run.RunReport;
import dev.slipway.testbed.JobRequests;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;

/** A job for tests that goes through the states along the table of {@link JobLifecycle}. */
public final class LifecycleJob {
    static final Instant NOON = Instant.parse("2026-01-02T12:00:00.123456Z");
    private static final Problem PROBLEM = new Problem(ProblemCode.DATABASE_UNREACHABLE, "risk is away", "no\nroute");
    private static final JobRequest REQUEST = JobRequests.sharing(JobRequests.whole(), "risk");

    private final List<RecordedEvent> events = new ArrayList<>();
    private Job job;

    private LifecycleJob() {
        RecordedEvent first = new RecordedEvent(1, NOON, accepted());
        events.add(first);
        job = Job.replay(new JobToken("0".repeat(32)), events);
    }

    static LifecycleJob born() {
        return new LifecycleJob();
    }

    /** Brings a new job to {@code state} in the shortest way. */
    public static LifecycleJob in(JobState state) {
        LifecycleJob life = born();
        List<Kind> way = List.of(
                Kind.STAGE_IN_BEGUN,
                Kind.STAGED_IN,
                Kind.LAUNCH_INTENDED,
                Kind.RUN_ENDED,
                Kind.STAGED_OUT,
                Kind.CLEANED);
        way.subList(0, state.ordinal()).forEach(kind -> life.apply(life.example(kind)));
        return life;
    }

    /**
     * Brings a new job through at most {@code length} events, each of them chosen among those that the table allows.
     */
    public static LifecycleJob random(Random random, int length) {
        LifecycleJob life = born();
        for (int i = 0; i < length; i++) {
            List<JobEvent> legal = life.legal(random);
            if (legal.isEmpty()) {
                break;
            }
            life.apply(legal.get(random.nextInt(legal.size())));
        }
        return life;
    }

    private List<JobEvent> legal(Random random) {
        List<JobEvent> legal = new ArrayList<>();
        for (Kind kind : Kind.values()) {
            boolean step = kind == Kind.STEP_MOVED || kind == Kind.STEP_FAILED || kind == Kind.STEP_INTENDED;
            if (JobLifecycle.next(Optional.of(job.state()), kind, job.decided()).isEmpty()
                    || kind == Kind.UNBLOCKED && job.blocked().isEmpty()
                    || kind == Kind.HELD && job.held().isPresent()
                    || kind == Kind.RELEASED && job.held().isEmpty()
                    || kind == Kind.FOLDER_REMOVED && !job.folderKept()
                    || kind == Kind.RESULTS_REMOVED && job.resultsRemoved()
                    || kind == Kind.CLUSTER_STAGE && job.cluster().isEmpty()
                    || kind == Kind.SNAPSHOT_TAKEN && !job.snapshots().isEmpty()
                    || kind == Kind.SNAPSHOT_LOST && job.snapshots().isEmpty()
                    || step && openSteps().isEmpty()) {
                continue;
            }
            String name =
                    step ? openSteps().get(random.nextInt(openSteps().size())).name() : "";
            legal.add(example(kind, name));
        }
        return legal;
    }

    private List<StagingStep> openSteps() {
        List<StagingStep> steps = job.state() == JobState.STAGING_IN ? REQUEST.stageIn() : REQUEST.stageOut();
        return steps.stream().filter(step -> !job.step(step).over()).toList();
    }

    public Job job() {
        return job;
    }

    public List<RecordedEvent> events() {
        return events;
    }

    void apply(JobEvent event) {
        RecordedEvent next = new RecordedEvent(job.version() + 1, NOON.plusSeconds(job.version()), event);
        job = job.then(next);
        events.add(next);
    }

    /** Makes an event of this kind that would be right for the job if the table allowed it. */
    JobEvent example(Kind kind) {
        return example(kind, job.state() == JobState.STAGING_IN ? "books" : "store-pnl");
    }

    private JobEvent example(Kind kind, String step) {
        Direction direction = job.state() == JobState.STAGING_IN ? Direction.IN : Direction.OUT;
        RunPath file = new RunPath("pnl.csv");
        String digest = "ab".repeat(32);
        return switch (kind) {
            case ACCEPTED -> accepted();
            case STAGE_IN_BEGUN -> new JobEvent.StageInBegun();
            case STEP_INTENDED -> new JobEvent.StepIntended(direction, step, "key \u00e9\n");
            case STEP_MOVED ->
                new JobEvent.StepMoved(
                        direction,
                        step,
                        5,
                        2,
                        List.of(new MovedFile(file, 5, digest)),
                        Optional.of(new BoundStatement(digest, digest, 3)),
                        Optional.empty());
            case STEP_FAILED -> new JobEvent.StepFailed(direction, step, PROBLEM);
            case SNAPSHOT_TAKEN ->
                new JobEvent.SnapshotTaken("risk", "00000003-0000001B-1", "2026-01-02 12:00:00.123456+00");
            case SNAPSHOT_LOST -> new JobEvent.SnapshotLost("risk");
            case STAGED_IN -> new JobEvent.StagedIn();
            case LAUNCH_INTENDED ->
                new JobEvent.LaunchIntended(
                        List.of("mpirun", "-n", "2"), "here", "/scratch/x", Optional.empty(), Optional.empty());
            case HOSTS_GIVEN -> new JobEvent.HostsGiven(List.of(new RunHost("node1", 2)));
            case CLUSTER_ACCEPTED -> new JobEvent.ClusterAccepted(new ClusterRun("main", "17"));
            case CLUSTER_STAGE -> new JobEvent.ClusterStageSeen(Optional.of(ClusterStage.SUSPENDED), "by root");
            case RUN_ENDED ->
                new JobEvent.RunEnded(
                        new RunReport(7, 0, "exited", NOON, NOON.plusSeconds(3), 1.5, 0.25, 1 << 20),
                        Optional.of(new RunProgress(3, 4, Map.of("var_mean_99", 0.1))));
            case STAGED_OUT -> new JobEvent.StagedOut();
            case RESULTS_KEPT ->
                new JobEvent.ResultsKept(List.of(new KeptResult("pnl", ResultFile.Role.FILE, file, 5, digest)));
            case CLEANED -> new JobEvent.Cleaned(true, true);
            case FAILED -> new JobEvent.Failed(job.state(), PROBLEM);
            case CANCEL_REQUESTED -> new JobEvent.CancelRequested("alice", "10.0.0.1");
            case CANCELLED -> new JobEvent.Cancelled("alice");
            case BLOCKED -> new JobEvent.Blocked(PROBLEM);
            case UNBLOCKED -> new JobEvent.Unblocked();
            case LEFT_UNDONE -> new JobEvent.LeftUndone(PROBLEM);
            case HELD -> new JobEvent.Held("alice", "10.0.0.1");
            case RELEASED -> new JobEvent.Released("alice", "10.0.0.1");
            case FOLDER_REMOVED -> new JobEvent.FolderRemoved();
            case RESULTS_REMOVED -> new JobEvent.ResultsRemoved();
        };
    }

    private static JobEvent accepted() {
        return new JobEvent.Accepted(
                1, "alice", "10.0.0.1", "local", "cd".repeat(32), REQUEST, Optional.empty(), Optional.empty());
    }
}
