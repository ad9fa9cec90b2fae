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
import dev.slipway.gateway.StepGateway;
import dev.slipway.job.Job;
import dev.slipway.job.JobOutcome;
import dev.slipway.job.JobState;
import dev.slipway.job.JobToken;
import dev.slipway.journal.ledger.KeptHeads;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.queue.QueueSettings;
import dev.slipway.request.ClusterChoice;
import dev.slipway.request.JobRequest;
import dev.slipway.request.LaunchRequest;
import dev.slipway.request.MpiFlavour;
import dev.slipway.request.MpiProgram;
import dev.slipway.request.ResourceDemand;
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
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests whole jobs on a cluster that is reached in one of several ways. */
@Timeout(300)
abstract class JobsAtClusterContract {
    static final Caller ALICE = new Caller("alice", Set.of(Caller.Role.USER), "10.0.0.1");

    @TempDir
    Path folder;

    ClusterBed bed;
    Middleware middleware;
    private StepGateway gateway;

    @BeforeEach
    void start() throws Exception {
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx--x--x"));
        Files.createDirectories(folder.resolve("applications"));
        bed = ClusterBed.start();
        reach();
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
                        new RunWays(this::way, HostCommands.NONE)));
    }

    @AfterEach
    void stop() {
        middleware.close();
        gateway.close();
        leave();
        bed.close();
    }

    /** Opens what the way to the cluster needs. */
    abstract void reach() throws Exception;

    /** Closes what the way to the cluster needed. */
    abstract void leave();

    /** Returns the way to the bed. */
    abstract ClusterWay way(ClusterSettings cluster);

    /** Returns the user of the cluster as whom the jobs of alice run. */
    abstract String user();

    /** Returns the number of that user. */
    abstract int uid();

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
                new ClusterAccounts(Map.of("alice", new ClusterAccounts.Account(user(), List.of("risk")))),
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

    final JobToken submit(String name, String script) throws Exception {
        return submit(name, script, Duration.ofMinutes(1), ResourceDemand.NONE);
    }

    final JobToken submit(String name, String script, Duration wallTime, ResourceDemand demand) throws Exception {
        Path program = folder.resolve("applications").resolve(name);
        Files.writeString(program, "#!/bin/sh\n" + script);
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
        LaunchRequest launch = new LaunchRequest(
                        MpiProgram.of(name, List.of("it's $HOME; %j\n#SBATCH"), Map.of(), 1),
                        Optional.of("big"),
                        new RunPath("stdout.txt"),
                        new RunPath("stderr.txt"),
                        Optional.of(wallTime),
                        RunLimits.NONE)
                .on(demand);
        JobRequest request = new JobRequest(
                name, Optional.empty(), Optional.empty(), launch, List.of(), List.of(), List.of(), Map.of(), List.of());
        return middleware.desk().submit(ALICE, new Submission("<job/>".getBytes(StandardCharsets.UTF_8), request));
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

    @Test
    void a_job_runs_as_the_granted_user() throws Exception {
        JobToken token = submit("who", "echo \"as $(id -u), job $SLURM_JOB_ID, [$1]\"\n");

        Job job = until(token, "its end", one -> one.state() == JobState.CLOSED);

        assertThat(job.outcome()).contains(new JobOutcome.Done());
        String number = job.cluster().orElseThrow().run().number();
        assertThat(output(token)).isEqualTo("as " + uid() + ", job " + number + ", [it's $HOME; %j\n#SBATCH]\n");
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

    @Test
    void what_the_cluster_refuses_comes_back_in_its_words() throws Exception {
        JobToken token = submit("refused", "exit 0\n", Duration.ofMinutes(1), demand("gpu"));

        Problem problem = failed(token);

        assertThat(problem.code()).isEqualTo(ProblemCode.CLUSTER_REFUSED);
        assertThat(problem.message()).isEqualTo("cluster main refuses the run: the constraint on hosts");
        assertThat(problem.detail()).contains("Invalid feature specification");
    }

    @Test
    void a_job_is_ended_at_its_limit_on_elapsed_time() throws Exception {
        JobToken token = submit("slow", "exec sleep 300\n", Duration.ofSeconds(1), ResourceDemand.NONE);

        assertThat(failed(token).code()).isEqualTo(ProblemCode.WALL_TIME);
    }

    @Test
    void a_job_that_others_cancel_at_the_cluster_says_so() throws Exception {
        JobToken token = submit("victim", "sleep 600\n");
        Job job = until(token, "a number at the cluster", one -> one.cluster().isPresent());

        bed.slurm().command("scancel", job.cluster().orElseThrow().run().number());

        assertThat(failed(token).code()).isEqualTo(ProblemCode.CLUSTER_CANCELLED);
    }

    private static ResourceDemand demand(String constraint) {
        return new ResourceDemand(
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                false,
                new ClusterChoice(Optional.of(constraint), Optional.empty(), Optional.empty(), Optional.empty()),
                MpiFlavour.ANY);
    }

    final Problem failed(JobToken token) {
        Job job = until(token, "its end", one -> one.state() == JobState.CLOSED);
        return ((JobOutcome.Failed) job.outcome().orElseThrow()).problem();
    }
}
