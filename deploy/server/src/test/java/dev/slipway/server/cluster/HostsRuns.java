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
import dev.slipway.gateway.ssh.HostCalls;
import dev.slipway.gateway.ssh.SshLimits;
import dev.slipway.job.Job;
import dev.slipway.job.JobState;
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
import dev.slipway.request.RunLimits;
import dev.slipway.request.RunPath;
import dev.slipway.run.HostList;
import dev.slipway.run.MpirunSettings;
import dev.slipway.run.Partition;
import dev.slipway.run.PartitionKind;
import dev.slipway.run.RunHost;
import dev.slipway.run.RunIdentities;
import dev.slipway.run.RunSettings;
import dev.slipway.run.StorageSettings;
import dev.slipway.run.slurm.ClusterWay;
import dev.slipway.secret.Secrets;
import dev.slipway.servers.Await;
import dev.slipway.servers.PostgresDatabase;
import dev.slipway.servers.SlurmBed;
import dev.slipway.upload.UploadFolder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Duration;
import java.util.Arrays;
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
import org.junit.jupiter.api.io.TempDir;

/**
 * A service with lists of hosts, each host with a network and a real sshd of its own. Partition lab has all hosts, and
 * partition desk the first one. The tests of a class share the bed.
 */
abstract class HostsRuns {
    static final Caller ALICE = new Caller("alice", Set.of(Caller.Role.USER), "10.0.0.1");
    static final int HOSTS = 3;
    static final int SLOTS = 2;

    static SlurmBed bed;

    @TempDir
    Path folder;

    private DataSource store;
    private HostCalls calls;
    private StepGateway gateway;
    Middleware middleware;

    @BeforeAll
    static void startBed() {
        bed = SlurmBed.start("--hosts", Integer.toString(HOSTS));
    }

    @AfterAll
    static void stopBed() {
        bed.close();
    }

    @BeforeEach
    void start() throws Exception {
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx--x--x"));
        Files.createDirectories(folder.resolve("applications"));
        Files.createDirectory(folder.resolve("log"));
        Files.setPosixFilePermissions(folder.resolve("log"), PosixFilePermissions.fromString("rwxrwxrwx"));
        store = PostgresDatabase.fresh().dataSource();
        open();
    }

    final void open() {
        calls = new HostCalls(new SshLimits(Duration.ofSeconds(5), Duration.ofSeconds(20)));
        gateway = new StepGateway(
                List.of(),
                List.of(),
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
                        Witness.NONE,
                        UnaryOperator.identity(),
                        KeptHeads.NONE,
                        new RunWays(ClusterWay::here, new HostCommandsOverSsh(calls))));
    }

    @AfterEach
    void stop() {
        close();
    }

    void close() {
        middleware.close();
        gateway.close();
        calls.close();
    }

    MiddlewareSettings settings() {
        Path guard = Path.of(System.getProperty("slipway.root"), "native-kernels/target/install/libexec/slipway-guard");
        assertThat(guard).as("built by module native-kernels").isExecutable();
        MpirunSettings here = new MpirunSettings(
                guard,
                "mpirun.openmpi",
                List.of(folder.resolve("applications")),
                Optional.of(new RunIdentities(61_400, 61_409)),
                Duration.ofSeconds(2),
                "here");
        return new MiddlewareSettings(
                folder.resolve("results"),
                folder.resolve("scratch"),
                List.of(
                        new Partition("lab", HOSTS * SLOTS, Duration.ofMinutes(5)).of(PartitionKind.HOSTS),
                        new Partition("desk", SLOTS, Duration.ofMinutes(5)).of(PartitionKind.HOSTS)),
                QueueSettings.overlap(20),
                DispatchSettings.DEFAULTS,
                new RunSettings(here, List.of(), List.of(list("lab", 1, 2, 3), list("desk", 1))),
                StorageSettings.DEFAULTS,
                IntakeSettings.usual(folder.resolve("uploads")));
    }

    HostList list(String partition, int... hosts) {
        String address = bed.address(1);
        return new HostList(
                partition,
                Arrays.stream(hosts)
                        .mapToObj(host -> new RunHost(bed.address(host), SLOTS))
                        .toList(),
                new HostList.Login("root", 22, bed.clientKey(), bed.knownHosts()),
                Optional.of(address.substring(0, address.lastIndexOf('.')) + ".0/24"),
                "mpirun.mpich");
    }

    JobToken submit(String name, int processes, ResourceDemand demand) throws Exception {
        return submit(name, processes, demand, "lab");
    }

    /** Submits a job with processes that each note their host, and wait until {@link #open(String)} of that name. */
    JobToken submit(String name, int processes, ResourceDemand demand, String partition) throws Exception {
        Path program = folder.resolve("applications").resolve(name);
        Files.writeString(
                program,
                "#!/bin/sh\nhostname >> " + log(name) + "\nuntil [ -e " + door(name)
                        + " ]; do sleep 0.1; done\nhostname\n");
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
        LaunchRequest launch = new LaunchRequest(
                        MpiProgram.of(name, List.of("it's $HOME"), Map.of(), processes),
                        Optional.of(partition),
                        new RunPath("stdout.txt"),
                        new RunPath("stderr.txt"),
                        Optional.of(Duration.ofMinutes(4)),
                        RunLimits.NONE)
                .on(demand);
        JobRequest request = new JobRequest(
                name, Optional.empty(), Optional.empty(), launch, List.of(), List.of(), List.of(), Map.of(), List.of());
        return middleware.desk().submit(ALICE, new Submission("<job/>".getBytes(StandardCharsets.UTF_8), request));
    }

    static ResourceDemand demand(Optional<CountRange> hosts, MpiFlavour flavour) {
        return new ResourceDemand(
                hosts,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                false,
                ClusterChoice.NONE,
                flavour);
    }

    static ResourceDemand over(int hosts) {
        return demand(Optional.of(CountRange.exactly(hosts)), MpiFlavour.ANY);
    }

    Path log(String name) {
        return folder.resolve("log").resolve(name);
    }

    Path door(String name) {
        return folder.resolve("log").resolve(name + ".open");
    }

    void open(String name) throws Exception {
        Files.createFile(door(name));
    }

    List<String> up(String name) {
        try {
            return Files.exists(log(name)) ? Files.readAllLines(log(name)) : List.of();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void awaitUp(JobToken token, String name, int processes) {
        until(token, processes + " processes of " + name, job -> up(name).size() == processes);
    }

    Job until(JobToken token, String what, Predicate<Job> wanted) {
        Await.until(
                () -> "this never came: " + what + "; the job has "
                        + middleware.journal().events(token).stream()
                                .map(one -> one.event().text())
                                .toList(),
                () -> wanted.test(job(token)));
        return job(token);
    }

    Job closed(JobToken token) {
        return until(token, "its end", job -> job.state() == JobState.CLOSED);
    }

    Job job(JobToken token) {
        return middleware.journal().load(token).orElseThrow();
    }

    String output(JobToken token) {
        OutputChunk chunk = middleware.desk().output(ALICE, token, OutputChunk.Stream.STDOUT, 0, 10_000);
        return new String(chunk.bytes(), StandardCharsets.UTF_8);
    }

    /** Returns the number of processes of a program on a host, as the host counts them. */
    long left(int host, String name) {
        return bed.on(host, "sh", "-c", "ps -eo args")
                .lines()
                .filter(line -> line.contains("/applications/" + name))
                .count();
    }

    /** Kills the guards on a host other than the first, so that they record no end. */
    void killGuards(int host) {
        bed.on(host, "sh", "-c", "kill -KILL $(pgrep -x slipway-guard)");
    }

    void assertNothingLeft(String name) {
        for (int host = 1; host <= HOSTS; host++) {
            assertThat(left(host, name)).as("processes on host " + host).isZero();
        }
    }
}
