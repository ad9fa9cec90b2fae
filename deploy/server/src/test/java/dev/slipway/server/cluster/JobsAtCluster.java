package dev.slipway.server.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.Middleware;
import dev.slipway.MiddlewareSettings;
import dev.slipway.RunWays;
import dev.slipway.desk.Caller;
import dev.slipway.desk.IntakeSettings;
import dev.slipway.desk.OutputChunk;
import dev.slipway.desk.Submission;
import dev.slipway.dispatch.DispatchSettings;
import dev.slipway.effect.Witness;
import dev.slipway.gateway.GatewayLimits;
import dev.slipway.gateway.GatewayPlaces;
import dev.slipway.gateway.StepGateway;
import dev.slipway.gateway.files.SharedFolder;
import dev.slipway.job.Job;
import dev.slipway.job.JobOutcome;
import dev.slipway.job.JobState;
import dev.slipway.job.JobToken;
import dev.slipway.journal.ledger.KeptHeads;
import dev.slipway.problem.Problem;
import dev.slipway.queue.QueueSettings;
import dev.slipway.request.JobRequest;
import dev.slipway.request.LaunchRequest;
import dev.slipway.request.MpiProgram;
import dev.slipway.request.ResourceDemand;
import dev.slipway.request.ResultFile;
import dev.slipway.request.RunLimits;
import dev.slipway.request.RunPath;
import dev.slipway.request.StagingStep;
import dev.slipway.run.ClusterAccounts;
import dev.slipway.run.ClusterHosts;
import dev.slipway.run.ClusterSettings;
import dev.slipway.run.MpirunSettings;
import dev.slipway.run.Partition;
import dev.slipway.run.PartitionKind;
import dev.slipway.run.RunIdentities;
import dev.slipway.run.RunSettings;
import dev.slipway.run.StorageSettings;
import dev.slipway.run.hosts.HostCommands;
import dev.slipway.run.slurm.ClusterWay;
import dev.slipway.secret.Secrets;
import dev.slipway.servers.Await;
import dev.slipway.servers.PostgresDatabase;
import dev.slipway.upload.UploadFolder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A service with a cluster that is reached in one of several ways. The tests of a class share the bed. */
@Timeout(300)
abstract class JobsAtCluster {
    static final Caller ALICE = new Caller("alice", Set.of(Caller.Role.USER), "10.0.0.1");
    static final Duration MINUTE = Duration.ofMinutes(1);

    static ClusterBed bed;

    @TempDir
    Path folder;

    Middleware middleware;
    Witness witness = Witness.NONE;
    private StepGateway gateway;
    private DataSource store;

    @BeforeAll
    static void startBed() {
        bed = ClusterBed.start();
    }

    @AfterAll
    static void stopBed() {
        bed.close();
    }

    @BeforeEach
    void start() throws Exception {
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx--x--x"));
        store = PostgresDatabase.fresh().dataSource();
        open();
    }

    /** Ends also the jobs of a test that failed, because the hosts have few slots. */
    @AfterEach
    void stop() {
        close();
        bed.slurm().command("scancel", "--partition=batch");
    }

    /** Opens what the way to the cluster needs. */
    abstract void reach() throws Exception;

    /** Closes what the way to the cluster needed. */
    abstract void leave();

    /** Returns the way to the bed. */
    abstract ClusterWay way(ClusterSettings cluster);

    /** Returns the user of the cluster for the jobs of alice. */
    abstract String user();

    final void open() throws Exception {
        reach();
        gateway = new StepGateway(
                new GatewayPlaces(
                        List.of(),
                        List.of(),
                        List.of(),
                        List.of(new SharedFolder("inputs", Files.createDirectories(folder.resolve("inputs"))))),
                new UploadFolder(folder.resolve("uploads"), Witness.NONE),
                Secrets.NONE,
                GatewayLimits.STANDARD);
        middleware = Middleware.start(
                settings(),
                store,
                new Middleware.World(
                        gateway,
                        Optional.empty(),
                        Clock.systemUTC(),
                        Optional.empty(),
                        point -> witness.passes(point),
                        UnaryOperator.identity(),
                        KeptHeads.NONE,
                        new RunWays(this::way, HostCommands.NONE)));
    }

    final void close() {
        middleware.close();
        gateway.close();
        leave();
    }

    /** Returns the folder of programs. The guards of further hosts hide /tmp, in which the test's own folder is. */
    private static Path applications() throws IOException {
        return Files.createDirectories(bed.slurm().folder().resolve("applications"));
    }

    private MiddlewareSettings settings() throws IOException {
        Path guard = Path.of(System.getProperty("slipway.root"), "native-kernels/target/install/libexec/slipway-guard");
        assertThat(guard).as("built by module native-kernels").isExecutable();
        MpirunSettings here = new MpirunSettings(
                guard,
                "mpirun.openmpi",
                List.of(applications()),
                Optional.of(new RunIdentities(61_300, 61_309)),
                Duration.ofSeconds(1),
                "here");
        ClusterSettings main = new ClusterSettings(
                "main",
                Optional.empty(),
                Optional.empty(),
                Duration.ofMillis(200),
                Duration.ofSeconds(20),
                Map.of("big", "batch"),
                new ClusterAccounts(Map.of("alice", new ClusterAccounts.Account(user(), List.of("risk")))),
                new ClusterHosts("mpirun.mpich", Optional.of(bed.slurm().munge())));
        return new MiddlewareSettings(
                folder.resolve("results"),
                folder.resolve("scratch"),
                List.of(new Partition("big", 100, Duration.ofMinutes(5)).of(PartitionKind.SLURM)),
                QueueSettings.overlap(20),
                DispatchSettings.DEFAULTS,
                new RunSettings(here, List.of(main)),
                StorageSettings.DEFAULTS,
                IntakeSettings.usual(folder.resolve("uploads")));
    }

    /** Makes the script a program, and returns the order to run the program. */
    final LaunchRequest launch(String name, String script, int processes, Duration wallTime, ResourceDemand demand)
            throws IOException {
        Path program = applications().resolve(name);
        Files.writeString(program, "#!/bin/sh\n" + script);
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
        return new LaunchRequest(
                        MpiProgram.of(name, List.of("it's $HOME; %j\n#SBATCH"), Map.of(), processes),
                        Optional.of("big"),
                        new RunPath("stdout.txt"),
                        new RunPath("stderr.txt"),
                        Optional.of(wallTime),
                        RunLimits.NONE)
                .on(demand);
    }

    final JobToken submit(LaunchRequest launch, List<StagingStep> stageIn, List<ResultFile> results) {
        JobRequest request = request(launch, stageIn, results);
        return middleware.desk().submit(ALICE, new Submission("<job/>".getBytes(StandardCharsets.UTF_8), request));
    }

    static JobRequest request(LaunchRequest launch, List<StagingStep> stageIn, List<ResultFile> results) {
        return new JobRequest(
                "job", Optional.empty(), Optional.empty(), launch, stageIn, List.of(), results, Map.of(), List.of());
    }

    final JobToken submit(String name, String script) throws IOException {
        return submit(launch(name, script, 1, MINUTE, ResourceDemand.NONE), List.of(), List.of());
    }

    final Job until(JobToken token, String what, Predicate<Job> wanted) {
        Await.until(
                () -> "this never came: " + what + "; the job has "
                        + middleware.journal().events(token).stream()
                                .map(one -> one.event().text())
                                .toList(),
                () -> wanted.test(job(token)));
        return job(token);
    }

    final Job job(JobToken token) {
        return middleware.journal().load(token).orElseThrow();
    }

    final String output(JobToken token) {
        OutputChunk chunk = middleware.desk().output(ALICE, token, OutputChunk.Stream.STDOUT, 0, 10_000);
        return new String(chunk.bytes(), StandardCharsets.UTF_8);
    }

    final Job closed(JobToken token) {
        return until(token, "its end", job -> job.state() == JobState.CLOSED);
    }

    final Problem failed(JobToken token) {
        return ((JobOutcome.Failed) closed(token).outcome().orElseThrow()).problem();
    }
}
