package dev.slipway.load;

import dev.slipway.Middleware;
import dev.slipway.MiddlewareSettings;
import dev.slipway.desk.IntakeSettings;
import dev.slipway.desk.Submission;
import dev.slipway.desk.status.JobStatus;
import dev.slipway.dispatch.DispatchSettings;
import dev.slipway.job.Job;
import dev.slipway.job.JobOutcome;
import dev.slipway.job.JobState;
import dev.slipway.job.JobToken;
import dev.slipway.queue.QueueSettings;
import dev.slipway.run.MpirunSettings;
import dev.slipway.run.Partition;
import dev.slipway.run.RunIdentities;
import dev.slipway.run.RunSettings;
import dev.slipway.run.StorageSettings;
import dev.slipway.staging.StagingGateway;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import javax.sql.DataSource;

/** Sends a number of equal jobs through a middleware with one slot, and waits until all are done. */
final class EqualJobs {
    private final Path folder;
    private final DataSource store;
    private final StagingGateway gateway;

    /**
     * Holds the times of a convoy.
     *
     * @param seconds from the begin of the first stage-in to the end of the last job
     * @param in median seconds of a job's stage-in; likewise run (from the decision to launch) and out (to the end)
     * @param idle share of the time between the first launch and the last end of a run in which no program ran
     */
    record Journey(double seconds, double in, double run, double out, double idle) {
        @Override
        public String toString() {
            return String.format(
                    Locale.ROOT,
                    "%.2f s; stage-in %.3f s, run %.3f s, stage-out %.3f s, slot idle %.1f %%",
                    seconds,
                    in,
                    run,
                    out,
                    idle * 100);
        }
    }

    EqualJobs(Path folder, DataSource store, StagingGateway gateway) throws IOException {
        this.folder = folder;
        this.store = store;
        this.gateway = gateway;
        Path program = Files.createDirectories(folder.resolve("applications")).resolve("wait");
        Files.writeString(program, "#!/bin/sh\nexec sleep \"$1\"\n");
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private MiddlewareSettings settings(QueueSettings queue) throws IOException {
        boolean root = Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0);
        return new MiddlewareSettings(
                folder.resolve("results"),
                folder.resolve("scratch"),
                List.of(new Partition("local", 1, Duration.ofHours(1))),
                queue,
                DispatchSettings.DEFAULTS,
                new RunSettings(new MpirunSettings(
                        Path.of(
                                System.getProperty("slipway.root"),
                                "native-kernels/target/install/libexec/slipway-guard"),
                        "mpirun.openmpi",
                        List.of(folder.resolve("applications")),
                        root ? Optional.of(new RunIdentities(61000, 61099)) : Optional.empty(),
                        Duration.ofSeconds(1),
                        "here")),
                StorageSettings.DEFAULTS,
                IntakeSettings.usual(folder.resolve("uploads")));
    }

    Journey travel(QueueSettings queue, Submission job, int count) throws Exception {
        try (Middleware middleware =
                Middleware.start(settings(queue), store, gateway, Optional.empty(), Clock.systemUTC())) {
            CountDownLatch left = new CountDownLatch(count);
            middleware.listen(now -> {
                if (now.state() == JobState.CLOSED) {
                    left.countDown();
                }
            });
            List<JobToken> tokens = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                tokens.add(middleware.desk().submit(DeskCallers.CALLER, job));
            }
            if (!left.await(20, TimeUnit.MINUTES)) {
                throw new IllegalStateException(left.getCount() + " jobs do not end");
            }
            return journey(
                    tokens.stream()
                            .map(token -> middleware.journal().load(token).orElseThrow())
                            .toList(),
                    middleware);
        }
    }

    private static Journey journey(List<Job> jobs, Middleware middleware) {
        jobs.stream()
                .filter(job -> !job.outcome().equals(Optional.of(new JobOutcome.Done())))
                .findFirst()
                .ifPresent(job -> {
                    throw new IllegalStateException("job " + job.token() + " is not done: " + job.outcome());
                });
        List<JobStatus> all = jobs.stream()
                .map(job -> middleware.desk().status(DeskCallers.CALLER, job.token()))
                .toList();
        double busy = all.stream()
                .flatMap(one -> one.run().report().stream())
                .mapToDouble(run -> seconds(Duration.between(run.started(), run.ended())))
                .sum();
        double window = seconds(Duration.between(
                all.stream()
                        .flatMap(one -> one.run().report().stream())
                        .map(run -> run.started())
                        .min(Comparable::compareTo)
                        .orElseThrow(),
                all.stream()
                        .flatMap(one -> one.run().report().stream())
                        .map(run -> run.ended())
                        .max(Comparable::compareTo)
                        .orElseThrow()));
        double whole = seconds(Duration.between(
                all.stream()
                        .flatMap(one -> one.phases().stream())
                        .filter(phase -> phase.state() == JobState.STAGING_IN)
                        .map(JobStatus.Phase::begun)
                        .min(Comparable::compareTo)
                        .orElseThrow(),
                all.stream().map(JobStatus::since).max(Comparable::compareTo).orElseThrow()));
        return new Journey(
                whole,
                median(all, state -> state == JobState.STAGING_IN),
                median(all, state -> state == JobState.RUNNING),
                median(all, state -> state == JobState.STAGING_OUT || state == JobState.CLEANING),
                1 - busy / window);
    }

    private static double median(List<JobStatus> all, Predicate<JobState> of) {
        return Report.median(all.stream()
                .map(one -> one.phases().stream()
                        .filter(phase -> of.test(phase.state()))
                        .mapToDouble(phase -> seconds(
                                Duration.between(phase.begun(), phase.ended().orElse(one.since()))))
                        .sum())
                .toList());
    }

    private static double seconds(Duration duration) {
        return duration.toNanos() / 1e9;
    }
}
