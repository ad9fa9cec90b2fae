package dev.slipway.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.Middleware;
import dev.slipway.MiddlewareSettings;
import dev.slipway.desk.IntakeSettings;
import dev.slipway.desk.OutputChunk;
import dev.slipway.dispatch.DispatchSettings;
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
import dev.slipway.servers.Await;
import dev.slipway.servers.PostgresDatabase;
import dev.slipway.testbed.JobRequests;
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
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A middleware with real runs: the guard program and Open MPI's mpirun, with shell scripts for programs. */
abstract class RealRuns {

    @TempDir
    Path folder;

    ScriptedGateway gateway = new ScriptedGateway();
    StorePool dataSource;
    Middleware middleware;
    StorageSettings storage = StorageSettings.DEFAULTS;

    @BeforeEach
    void start() throws Exception {
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx--x--x"));
        Files.createDirectories(folder.resolve("applications"));
        dataSource = new StorePool(PostgresDatabase.fresh());
        open();
    }

    @AfterEach
    void stop() throws Exception {
        middleware.close();
        dataSource.close();
    }

    final void open() throws Exception {
        Optional<RunIdentities> identities =
                Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0)
                        ? Optional.of(new RunIdentities(61000, 61001))
                        : Optional.empty();
        Path guard = Path.of(System.getProperty("slipway.root"), "native-kernels/target/install/libexec/slipway-guard");
        assertThat(guard).as("built by module native-kernels").isExecutable();
        MiddlewareSettings settings = new MiddlewareSettings(
                folder.resolve("results"),
                folder.resolve("scratch"),
                List.of(new Partition("local", 2, Duration.ofMinutes(1), MiddlewareTestBed.VARIABLES)),
                QueueSettings.overlap(2),
                DispatchSettings.DEFAULTS,
                new RunSettings(new MpirunSettings(
                        guard,
                        "mpirun.openmpi",
                        List.of(folder.resolve("applications")),
                        identities,
                        Duration.ofSeconds(1),
                        "here")),
                storage,
                IntakeSettings.usual(folder.resolve("uploads")));
        middleware = Middleware.start(settings, dataSource, gateway, Optional.empty(), Clock.systemUTC());
    }

    final JobToken submit(String script) throws Exception {
        return submit(script, Duration.ofMinutes(1));
    }

    final JobToken submit(String script, Duration wallTime) throws Exception {
        return submit(script, wallTime, RunLimits.NONE);
    }

    final JobToken submit(String script, Duration wallTime, RunLimits limits) throws Exception {
        return submit(script, wallTime, limits, Optional.empty());
    }

    final JobToken submit(String script, Duration wallTime, RunLimits limits, Optional<RunPath> checkpoint)
            throws Exception {
        Path program = folder.resolve("applications/program");
        Files.writeString(program, "#!/bin/sh\n" + script);
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
        LaunchRequest launch = new LaunchRequest(
                MpiProgram.of("program", List.of("--in", "a b.csv"), Map.of("MODE", "fast"), 2),
                Optional.empty(),
                new RunPath("stdout.txt"),
                new RunPath("stderr.txt"),
                Optional.of(wallTime),
                limits,
                checkpoint,
                ResourceDemand.NONE);
        JobRequest request = new JobRequest(
                "shell",
                Optional.empty(),
                Optional.empty(),
                launch,
                List.of(JobRequests.extract("books", 1)),
                List.of(),
                script.contains("pnl.csv")
                        ? List.of(new ResultFile("pnl", new RunPath("pnl.csv"), ResultFile.Role.FILE))
                        : List.of(),
                Map.of(),
                List.of());
        return middleware.desk().submit(MiddlewareTestBed.ALICE, MiddlewareTestBed.submission(request, "<job/>"));
    }

    final Path runFolder(JobToken token) {
        return folder.resolve("scratch").resolve(token.value()).resolve("files");
    }

    final String output(JobToken token) {
        OutputChunk chunk =
                middleware.desk().output(MiddlewareTestBed.ALICE, token, OutputChunk.Stream.STDOUT, 0, 10_000);
        return new String(chunk.bytes(), StandardCharsets.UTF_8);
    }

    static JobOutcome.Failed failed(Job job) {
        return (JobOutcome.Failed) job.outcome().orElseThrow();
    }

    final Job untilClosed(JobToken token) throws InterruptedException {
        return until(token, job -> job.state() == JobState.CLOSED);
    }

    final Job until(JobToken token, Predicate<Job> wanted) throws InterruptedException {
        await(() -> wanted.test(middleware.journal().load(token).orElseThrow()));
        return middleware.journal().load(token).orElseThrow();
    }

    /** Asks repeatedly, because the states are those of other processes, which do not report changes. */
    static void await(BooleanSupplier wanted) {
        Await.until("the wanted state of a run", wanted::getAsBoolean);
    }

    /** Opens the middleware again with so many bytes, and 1,000 files and folders, for each job. */
    final void limit(long jobBytes) throws Exception {
        middleware.close();
        storage = new StorageSettings(Duration.ofHours(1), Duration.ofDays(1), jobBytes, 1, Optional.empty())
                .entries(1_000, 0);
        open();
    }
}
