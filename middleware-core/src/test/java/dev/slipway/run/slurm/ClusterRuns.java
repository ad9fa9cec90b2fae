package dev.slipway.run.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.Middleware;
import dev.slipway.MiddlewareSettings;
import dev.slipway.RunWays;
import dev.slipway.desk.IntakeSettings;
import dev.slipway.desk.OutputChunk;
import dev.slipway.dispatch.DispatchSettings;
import dev.slipway.effect.Witness;
import dev.slipway.job.Job;
import dev.slipway.job.JobOutcome;
import dev.slipway.job.JobState;
import dev.slipway.job.JobToken;
import dev.slipway.queue.QueueSettings;
import dev.slipway.request.JobRequest;
import dev.slipway.request.LaunchRequest;
import dev.slipway.request.MpiProgram;
import dev.slipway.request.ResourceDemand;
import dev.slipway.request.ResultFile;
import dev.slipway.request.RunLimits;
import dev.slipway.request.RunPath;
import dev.slipway.run.ClusterAccounts;
import dev.slipway.run.ClusterHosts;
import dev.slipway.run.ClusterSettings;
import dev.slipway.run.MpirunSettings;
import dev.slipway.run.Partition;
import dev.slipway.run.PartitionKind;
import dev.slipway.run.RunIdentities;
import dev.slipway.run.RunSettings;
import dev.slipway.run.ServiceIdentity;
import dev.slipway.run.StorageSettings;
import dev.slipway.servers.Await;
import dev.slipway.servers.PostgresDatabase;
import dev.slipway.servers.SlurmServer;
import dev.slipway.testbed.JobRequests;
import dev.slipway.testbed.MemoryHeads;
import dev.slipway.testbed.MiddlewareTestBed;
import dev.slipway.testbed.ScriptedGateway;
import dev.slipway.testbed.StorePool;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A middleware whose runs go to a real Slurm, with shell scripts for programs. */
abstract class ClusterRuns {
    /** Users without a password that every Debian has. */
    static final String ALICES_USER = ServiceIdentity.isRoot() ? "games" : System.getProperty("user.name");

    static final String BOBS_USER = ServiceIdentity.isRoot() ? "nobody" : System.getProperty("user.name");

    @TempDir
    Path folder;

    SlurmServer slurm;
    StorePool store;
    Middleware middleware;
    Witness witness = Witness.NONE;
    Optional<Path> commands = Optional.empty();
    Duration timeout = Duration.ofSeconds(20);

    @BeforeEach
    void start() throws Exception {
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx--x--x"));
        Files.createDirectories(folder.resolve("applications"));
        slurm = SlurmServer.start(folder.resolve("slurm"), 2);
        store = new StorePool(PostgresDatabase.fresh());
        open();
    }

    @AfterEach
    void stop() {
        middleware.close();
        store.close();
        slurm.close();
    }

    final void open() {
        Path guard = Path.of(System.getProperty("slipway.root"), "native-kernels/target/install/libexec/slipway-guard");
        assertThat(guard).as("built by module native-kernels").isExecutable();
        MpirunSettings here = new MpirunSettings(
                guard,
                "mpirun.openmpi",
                List.of(folder.resolve("applications")),
                ServiceIdentity.isRoot() ? Optional.of(new RunIdentities(61000, 61009)) : Optional.empty(),
                Duration.ofSeconds(1),
                "here");
        MiddlewareSettings settings = new MiddlewareSettings(
                folder.resolve("results"),
                folder.resolve("scratch"),
                List.of(
                        new Partition("local", 2, Duration.ofMinutes(1), MiddlewareTestBed.VARIABLES),
                        new Partition("big", 100, Duration.ofMinutes(5), MiddlewareTestBed.VARIABLES)
                                .of(PartitionKind.SLURM)),
                QueueSettings.overlap(20),
                DispatchSettings.DEFAULTS,
                new RunSettings(here, List.of(cluster())),
                StorageSettings.DEFAULTS,
                IntakeSettings.usual(folder.resolve("uploads")));
        middleware = Middleware.start(
                settings,
                store,
                new Middleware.World(
                        new ScriptedGateway(),
                        Optional.empty(),
                        Clock.systemUTC(),
                        Optional.empty(),
                        point -> witness.passes(point),
                        UnaryOperator.identity(),
                        new MemoryHeads(),
                        RunWays.HERE));
    }

    private ClusterSettings cluster() {
        return new ClusterSettings(
                "main",
                Optional.of(slurm.conf()),
                commands,
                Duration.ofMillis(100),
                timeout,
                Map.of("big", "debug"),
                new ClusterAccounts(Map.of(
                        "alice", new ClusterAccounts.Account(ALICES_USER, List.of("risk")),
                        "bob", new ClusterAccounts.Account(BOBS_USER, List.of()))),
                new ClusterHosts("mpirun.mpich", Optional.of(slurm.munge())));
    }

    final JobToken submit(String script) throws Exception {
        return submit(script, 1, ResourceDemand.NONE, Duration.ofMinutes(1));
    }

    final JobToken submit(String script, int processes, ResourceDemand demand, Duration wallTime) throws Exception {
        JobRequest request = request(script, processes, demand, wallTime, "big");
        return middleware.desk().submit(MiddlewareTestBed.ALICE, MiddlewareTestBed.submission(request, "<job/>"));
    }

    final JobRequest request(String script, int processes, ResourceDemand demand, Duration wallTime, String partition)
            throws Exception {
        String name = "program-" + Integer.toHexString(script.hashCode());
        Path program = folder.resolve("applications").resolve(name);
        Files.writeString(program, "#!/bin/sh\n" + script);
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
        JobRequest request = request(launch(name, processes, demand, wallTime, partition));
        return script.contains("pnl.csv")
                ? new JobRequest(
                        request.name(),
                        request.description(),
                        request.submissionId(),
                        request.launch(),
                        request.stageIn(),
                        request.stageOut(),
                        List.of(new ResultFile("pnl", new RunPath("pnl.csv"), ResultFile.Role.FILE)),
                        request.contracts(),
                        request.snapshots())
                : request;
    }

    /** Returns a launch of the program of this name in the application folder. */
    static LaunchRequest launch(
            String name, int processes, ResourceDemand demand, Duration wallTime, String partition) {
        return new LaunchRequest(
                        MpiProgram.of(
                                name, List.of("--in", "it's $HOME; %j\n#SBATCH"), Map.of("MODE", "fast"), processes),
                        Optional.of(partition),
                        new RunPath("stdout.txt"),
                        new RunPath("stderr.txt"),
                        Optional.of(wallTime),
                        RunLimits.NONE)
                .on(demand);
    }

    static JobRequest request(LaunchRequest launch) {
        return new JobRequest(
                "shell",
                Optional.empty(),
                Optional.empty(),
                launch,
                List.of(JobRequests.extract("books", 1)),
                List.of(),
                List.of(),
                Map.of(),
                List.of());
    }

    final String output(JobToken token) {
        OutputChunk chunk =
                middleware.desk().output(MiddlewareTestBed.ALICE, token, OutputChunk.Stream.STDOUT, 0, 10_000);
        return new String(chunk.bytes(), StandardCharsets.UTF_8);
    }

    final Job job(JobToken token) {
        return middleware.journal().load(token).orElseThrow();
    }

    final Job until(JobToken token, String what, Predicate<Job> wanted) {
        Await.until(
                () -> "this never came: " + what + "; the job has "
                        + middleware.journal().events(token).stream()
                                .map(one -> one.event().text())
                                .toList()
                        + "\n" + slurm.command("squeue", "--states=all"),
                () -> wanted.test(job(token)));
        return job(token);
    }

    final Job untilClosed(JobToken token) {
        return until(token, "its end", job -> job.state() == JobState.CLOSED);
    }

    final JobOutcome.Failed failed(JobToken token) {
        return (JobOutcome.Failed) untilClosed(token).outcome().orElseThrow();
    }
}
