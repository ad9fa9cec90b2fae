package dev.slipway.testbed;

import dev.slipway.Middleware;
import dev.slipway.MiddlewareSettings;
import dev.slipway.RunWays;
import dev.slipway.desk.Caller;
import dev.slipway.desk.IntakeSettings;
import dev.slipway.desk.JobDesk;
import dev.slipway.desk.Submission;
import dev.slipway.desk.status.JobStatus;
import dev.slipway.dispatch.DispatchSettings;
import dev.slipway.dispatch.StallLimits;
import dev.slipway.effect.Witness;
import dev.slipway.job.Job;
import dev.slipway.job.JobState;
import dev.slipway.job.JobToken;
import dev.slipway.journal.JobJournal;
import dev.slipway.journal.store.PostgresJobJournal;
import dev.slipway.queue.QueueSettings;
import dev.slipway.request.JobRequest;
import dev.slipway.run.DocumentVariables;
import dev.slipway.run.MpirunSettings;
import dev.slipway.run.Partition;
import dev.slipway.run.RunSettings;
import dev.slipway.run.StorageSettings;
import dev.slipway.servers.Await;
import dev.slipway.servers.PostgresDatabase;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import javax.sql.DataSource;

/**
 * A middleware on a real database. Gateway, launcher and probes follow the test's script, and the test moves the time.
 */
public final class MiddlewareTestBed implements AutoCloseable {
    public static final Caller ALICE = new Caller("alice", Set.of(Caller.Role.USER), "10.0.0.1");
    public static final Caller BOB = new Caller("bob", Set.of(Caller.Role.USER), "10.0.0.2");
    public static final Caller OPERATOR = new Caller("olga", Set.of(Caller.Role.OPERATOR), "local");
    public static final Caller AUDITOR = new Caller("axel", Set.of(Caller.Role.AUDITOR), "local");

    /** The variables that the requests of {@link JobRequests} set. */
    public static final DocumentVariables VARIABLES = new DocumentVariables(List.of("MODE"));

    public final ScriptedGateway gateway = new ScriptedGateway();
    public final ScriptedLauncher launcher = new ScriptedLauncher();
    public final SettableClock clock = new SettableClock();
    final Path folder;
    public final StorePool dataSource;
    public List<Partition> partitions;
    public StorageSettings storage;
    public QueueSettings queue;
    public IntakeSettings intake;
    /** Limits on steps that stand still; they hold from the next start on. */
    public StallLimits stalls = StallLimits.NONE;

    private final Map<JobToken, Job> seen = new ConcurrentHashMap<>();
    public ManualTimer timer;
    public Middleware middleware;
    public volatile Witness witness = Witness.NONE;
    /** Wraps the journal from the next start on. */
    public UnaryOperator<JobJournal> journals = UnaryOperator.identity();

    public MiddlewareTestBed(Path folder) {
        this(folder, 2, 3);
    }

    public MiddlewareTestBed(Path folder, StorageSettings storage) {
        this(folder, 2, 3, storage);
    }

    public MiddlewareTestBed(Path folder, int slots, int jobsStagingIn) {
        this(folder, slots, jobsStagingIn, StorageSettings.DEFAULTS);
    }

    private MiddlewareTestBed(Path folder, int slots, int jobsStagingIn, StorageSettings storage) {
        this.storage = storage;
        this.folder = folder;
        this.partitions = List.of(
                new Partition("local", slots, Duration.ofHours(1), VARIABLES),
                new Partition("other", 4, Duration.ofHours(1), VARIABLES));
        this.queue = QueueSettings.overlap(jobsStagingIn);
        this.intake = IntakeSettings.usual(folder.resolve("uploads"));
        dataSource = new StorePool(PostgresDatabase.copyOf("journal", MiddlewareTestBed::makeJournal));
        start();
    }

    /** Makes the tables of the journal in an empty store, as the first start of a middleware does. */
    private static void makeJournal(DataSource empty) {
        PostgresJobJournal.open(empty, Clock.systemUTC());
    }

    public MiddlewareSettings settings() {
        return new MiddlewareSettings(
                folder.resolve("results"),
                folder.resolve("scratch"),
                partitions,
                queue,
                dispatch(),
                new RunSettings(new MpirunSettings(
                        Path.of("/nowhere/slipway-guard"),
                        "mpirun.openmpi",
                        List.of(folder.resolve("applications")),
                        Optional.empty(),
                        Duration.ofSeconds(1),
                        "here")),
                storage,
                intake);
    }

    private DispatchSettings dispatch() {
        DispatchSettings usual = DispatchSettings.DEFAULTS;
        return new DispatchSettings(
                usual.steps(),
                usual.stepsPerJob(),
                usual.launchesAtOnce(),
                usual.poll(),
                usual.firstRetry(),
                usual.lastRetry(),
                stalls,
                usual.longestOutage());
    }

    /** The heads of checkpoints that are kept outside of the store. */
    public final MemoryHeads heads = new MemoryHeads();

    public void start() {
        timer = new ManualTimer(clock);
        middleware = Middleware.start(
                settings(),
                dataSource,
                new Middleware.World(
                        gateway,
                        Optional.of(launcher),
                        clock,
                        Optional.of(timer),
                        point -> witness.passes(point),
                        journals,
                        heads,
                        RunWays.HERE));
        middleware.listen(this::saw);
    }

    public void restart() {
        middleware.close();
        seen.clear();
        start();
    }

    private synchronized void saw(Job job) {
        seen.put(job.token(), job);
        notifyAll();
    }

    public JobDesk desk() {
        return middleware.desk();
    }

    public JobToken submit(JobRequest request) {
        return desk().submit(ALICE, submission(request, "<job/>"));
    }

    public static Submission submission(JobRequest request, String document) {
        return new Submission(document.getBytes(StandardCharsets.UTF_8), request);
    }

    public Job job(JobToken token) {
        return middleware.journal().load(token).orElseThrow();
    }

    public JobStatus status(JobToken token) {
        return desk().status(ALICE, token);
    }

    /** Lets time pass until the job is as {@code wanted}. */
    public Job until(JobToken token, Predicate<Job> wanted) throws InterruptedException {
        long limit = System.nanoTime() + Await.PATIENCE.toNanos();
        while (System.nanoTime() < limit) {
            Job job = job(token);
            if (wanted.test(job)) {
                return job;
            }
            timer.runNext();
            synchronized (this) {
                if (job.equals(seen.getOrDefault(token, job))) {
                    wait(5);
                }
            }
        }
        throw new AssertionError("job is still " + job(token));
    }

    public Job until(JobToken token, JobState state) throws InterruptedException {
        return until(token, job -> job.state() == state);
    }

    /** Lets time pass until the queue knows the job; the journal knows the job's state a moment before. */
    public Job untilQueued(JobToken token) throws InterruptedException {
        return until(token, job -> status(token).position().isPresent());
    }

    /** Lets time pass until the jobs that were submitted before are let in. */
    public Job untilNext(JobToken token) throws InterruptedException {
        return until(token, job -> status(token).position().equals(Optional.of(1)));
    }

    public Job untilStarted(JobToken token) throws InterruptedException {
        return until(token, job -> launcher.started().contains(token.value()));
    }

    public Job untilClosed(JobToken token) throws InterruptedException {
        return until(token, JobState.CLOSED);
    }

    @Override
    public void close() {
        middleware.close();
        dataSource.close();
    }
}
