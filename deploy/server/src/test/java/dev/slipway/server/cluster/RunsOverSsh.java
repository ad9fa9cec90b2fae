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
import dev.slipway.gateway.ssh.HostCalls;
import dev.slipway.gateway.ssh.HostFiles;
import dev.slipway.gateway.ssh.SshLimits;
import dev.slipway.job.Job;
import dev.slipway.job.JobToken;
import dev.slipway.journal.ledger.KeptHeads;
import dev.slipway.queue.QueueSettings;
import dev.slipway.request.ClusterChoice;
import dev.slipway.request.CountRange;
import dev.slipway.request.JobRequest;
import dev.slipway.request.LaunchRequest;
import dev.slipway.request.MpiFlavour;
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
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A middleware with a cluster that is reached over ssh alone, and runs as a user whom this machine does not know. */
abstract class RunsOverSsh {
    static final Caller ALICE = new Caller("alice", Set.of(Caller.Role.USER), "10.0.0.1");

    private static final Duration STALL = Duration.ofSeconds(10);

    @TempDir
    Path folder;

    ClusterBed bed;
    private Path applications;
    private HostCalls calls;
    private StepGateway gateway;
    Middleware middleware;
    Witness witness = Witness.NONE;
    private DataSource store;
    private HostFiles files;

    @BeforeEach
    void start() throws Exception {
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx--x--x"));
        bed = ClusterBed.start();
        // The guards of further hosts hide /tmp, in which the test's own folder is.
        applications = Files.createDirectory(bed.slurm().folder().resolve("applications"));
        store = PostgresDatabase.fresh().dataSource();
        open();
    }

    /** Returns the scratch folder of the cluster, which does not see the run folders of the service. */
    abstract Path scratch();

    /** Returns the limits of sessions at the login node. */
    SshLimits limits() {
        return new SshLimits(Await.PATIENCE, Duration.ofSeconds(20));
    }

    final void open() throws Exception {
        calls = new HostCalls(limits());
        files = new HostFiles(limits(), STALL);
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

    @AfterEach
    void stop() {
        close();
        bed.close();
    }

    final void close() {
        middleware.close();
        gateway.close();
        calls.close();
        files.close();
    }

    private ClusterWay way(ClusterSettings cluster) {
        LoginNode.Address address = new LoginNode.Address(
                bed.slurm().address(1),
                22,
                ClusterBed.BOTH,
                bed.slurm().clientKey(),
                Optional.empty(),
                bed.slurm().knownHosts());
        LoginNode node = new LoginNode(cluster.name(), address, calls);
        return ClusterWay.byCommands(
                cluster,
                new CommandsOverSsh(cluster, node),
                new UsersOverSsh(node, cluster.timeout()),
                new ScratchOverSsh(node, files, scratch()));
    }

    private MiddlewareSettings settings() {
        Path guard = Path.of(System.getProperty("slipway.root"), "native-kernels/target/install/libexec/slipway-guard");
        assertThat(guard).as("built by module native-kernels").isExecutable();
        MpirunSettings here = new MpirunSettings(
                guard,
                "mpirun.openmpi",
                List.of(applications),
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
                new ClusterAccounts(Map.of("alice", new ClusterAccounts.Account(ClusterBed.THERE, List.of("risk")))),
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

    final JobToken submit(String name, String script) throws Exception {
        return submit(name, script, List.of(), List.of());
    }

    final JobToken submit(String name, String script, List<StagingStep> stageIn, List<ResultFile> results)
            throws Exception {
        return submit(name, script, 1, stageIn, results);
    }

    /** Submits a job whose processes all run on different hosts. */
    final JobToken submit(
            String name, String script, int processes, List<StagingStep> stageIn, List<ResultFile> results)
            throws Exception {
        Path program = applications.resolve(name);
        Files.writeString(program, "#!/bin/sh\n" + script);
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
        LaunchRequest launch = new LaunchRequest(
                        MpiProgram.of(name, List.of("it's $HOME; %j\n#SBATCH"), Map.of(), processes),
                        Optional.of("big"),
                        new RunPath("stdout.txt"),
                        new RunPath("stderr.txt"),
                        Optional.of(Duration.ofMinutes(1)),
                        RunLimits.NONE)
                .on(apart(processes));
        JobRequest request = new JobRequest(
                name, Optional.empty(), Optional.empty(), launch, stageIn, List.of(), results, Map.of(), List.of());
        return middleware.desk().submit(ALICE, new Submission("<job/>".getBytes(StandardCharsets.UTF_8), request));
    }

    private static ResourceDemand apart(int processes) {
        return processes == 1
                ? ResourceDemand.NONE
                : new ResourceDemand(
                        Optional.of(CountRange.exactly(processes)),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        false,
                        ClusterChoice.NONE,
                        MpiFlavour.ANY);
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
}
