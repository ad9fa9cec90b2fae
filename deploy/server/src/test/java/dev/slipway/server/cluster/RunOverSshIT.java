package dev.slipway.server.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.Middleware;
import dev.slipway.MiddlewareSettings;
import dev.slipway.desk.Caller;
import dev.slipway.desk.IntakeSettings;
import dev.slipway.desk.OutputChunk;
import dev.slipway.desk.Submission;
import dev.slipway.dispatch.DispatchSettings;
import dev.slipway.effect.Witness;
import dev.slipway.gateway.GatewayLimits;
import dev.slipway.gateway.StepGateway;
import dev.slipway.gateway.ssh.HostCalls;
import dev.slipway.gateway.ssh.SshLimits;
import dev.slipway.job.Job;
import dev.slipway.job.JobOutcome;
import dev.slipway.job.JobState;
import dev.slipway.job.JobToken;
import dev.slipway.journal.ledger.KeptHeads;
import dev.slipway.problem.ProblemCode;
import dev.slipway.queue.QueueSettings;
import dev.slipway.request.JobRequest;
import dev.slipway.request.LaunchRequest;
import dev.slipway.request.MpiProgram;
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
import dev.slipway.run.StorageSettings;
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
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Whole jobs on a cluster that is reached over ssh alone, as a user whom this machine does not know. */
@Timeout(300)
class RunOverSshIT {
    private static final Caller ALICE = new Caller("alice", Set.of(Caller.Role.USER), "10.0.0.1");

    @TempDir
    Path folder;

    private ClusterBed bed;
    private HostCalls calls;
    private StepGateway gateway;
    private Middleware middleware;

    @BeforeEach
    void start() throws Exception {
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx--x--x"));
        Files.createDirectories(folder.resolve("applications"));
        bed = ClusterBed.start();
        calls = new HostCalls(new SshLimits(Await.PATIENCE, Duration.ofSeconds(20)));
        gateway = new StepGateway(
                List.of(),
                List.of(),
                new UploadFolder(folder.resolve("uploads"), Witness.NONE),
                Secrets.NONE,
                GatewayLimits.STANDARD);
        middleware = Middleware.start(
                settings(),
                PostgresDatabase.fresh().dataSource(),
                new Middleware.World(
                        gateway,
                        Optional.empty(),
                        Clock.systemUTC(),
                        Optional.empty(),
                        Witness.NONE,
                        UnaryOperator.identity(),
                        KeptHeads.NONE,
                        this::way));
    }

    @AfterEach
    void stop() {
        middleware.close();
        gateway.close();
        calls.close();
        bed.close();
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
                cluster, new CommandsOverSsh(cluster, node), new UsersOverSsh(node, cluster.timeout()));
    }

    private MiddlewareSettings settings() {
        Path guard = Path.of(System.getProperty("slipway.root"), "native-kernels/target/install/libexec/slipway-guard");
        assertThat(guard).as("built by module native-kernels").isExecutable();
        MpirunSettings here = new MpirunSettings(
                guard,
                "mpirun.openmpi",
                List.of(folder.resolve("applications")),
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
                ClusterHosts.USUAL);
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

    private JobToken submit(String name, String script) throws Exception {
        Path program = folder.resolve("applications").resolve(name);
        Files.writeString(program, "#!/bin/sh\n" + script);
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
        LaunchRequest launch = new LaunchRequest(
                MpiProgram.of(name, List.of("it's $HOME; %j\n#SBATCH"), Map.of(), 1),
                Optional.of("big"),
                new RunPath("stdout.txt"),
                new RunPath("stderr.txt"),
                Optional.of(Duration.ofMinutes(1)),
                RunLimits.NONE);
        JobRequest request = new JobRequest(
                name, Optional.empty(), Optional.empty(), launch, List.of(), List.of(), List.of(), Map.of(), List.of());
        return middleware.desk().submit(ALICE, new Submission("<job/>".getBytes(StandardCharsets.UTF_8), request));
    }

    private Job until(JobToken token, String what, Predicate<Job> wanted) {
        Await.until(
                () -> "this never came: " + what + "; the job has "
                        + middleware.journal().events(token).stream()
                                .map(one -> one.event().text())
                                .toList(),
                () -> wanted.test(job(token)));
        return job(token);
    }

    private Job job(JobToken token) {
        return middleware.journal().load(token).orElseThrow();
    }

    private String output(JobToken token) {
        OutputChunk chunk = middleware.desk().output(ALICE, token, OutputChunk.Stream.STDOUT, 0, 10_000);
        return new String(chunk.bytes(), StandardCharsets.UTF_8);
    }

    @Test
    void a_job_runs_as_a_user_whom_the_cluster_alone_knows() throws Exception {
        JobToken token = submit("who", "echo \"as $(id -u), job $SLURM_JOB_ID, [$1]\"\n");

        Job job = until(token, "its end", one -> one.state() == JobState.CLOSED);

        assertThat(job.outcome()).contains(new JobOutcome.Done());
        String number = job.cluster().orElseThrow().run().number();
        assertThat(output(token))
                .isEqualTo("as " + ClusterBed.THERE_NUMBER + ", job " + number + ", [it's $HOME; %j\n#SBATCH]\n");
    }

    @Test
    void a_job_outlives_a_cut_link_and_runs_once() throws Exception {
        Path door = folder.resolve("door");
        Path runs = Files.createDirectory(folder.resolve("runs"));
        Files.setPosixFilePermissions(runs, PosixFilePermissions.fromString("rwxrwxrwx"));
        JobToken token = submit(
                "waits", "echo run >> " + runs.resolve("log") + "\nuntil [ -e " + door + " ]; do sleep 0.1; done\n");
        until(token, "the program", job -> Files.exists(runs.resolve("log")));

        bed.slurm().cutOutside();
        try {
            Job blocked = until(token, "the outage", job -> job.blocked().isPresent());
            assertThat(blocked.blocked().orElseThrow().code()).isEqualTo(ProblemCode.CLUSTER_AWAY);
        } finally {
            bed.slurm().mendOutside();
        }
        Files.createFile(door);

        Job job = until(token, "its end", one -> one.state() == JobState.CLOSED);
        assertThat(job.outcome()).contains(new JobOutcome.Done());
        assertThat(runs.resolve("log")).hasContent("run\n");
    }

    @Test
    void a_cancel_ends_the_job_at_the_cluster() throws Exception {
        JobToken token = submit("sleeps", "sleep 600\n");
        until(token, "a number at the cluster", job -> job.cluster().isPresent());

        middleware.desk().cancel(ALICE, token);

        assertThat(until(token, "its end", job -> job.state() == JobState.CLOSED)
                        .outcome())
                .contains(new JobOutcome.Cancelled("alice"));
        assertThat(bed.slurm().command("squeue", "-h")).isBlank();
    }
}
