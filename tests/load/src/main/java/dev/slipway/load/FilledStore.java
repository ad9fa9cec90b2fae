package dev.slipway.load;

import dev.slipway.Middleware;
import dev.slipway.MiddlewareSettings;
import dev.slipway.desk.Caller;
import dev.slipway.desk.IntakeSettings;
import dev.slipway.dispatch.DispatchSettings;
import dev.slipway.job.JobState;
import dev.slipway.job.JobToken;
import dev.slipway.queue.QueueSettings;
import dev.slipway.run.MpirunSettings;
import dev.slipway.run.Partition;
import dev.slipway.run.RunSettings;
import dev.slipway.run.StorageSettings;
import dev.slipway.upload.UploadSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import javax.sql.DataSource;

/**
 * The store of a service that has been at work for a while: closed jobs of several users, a seventh of them failed, and
 * one in a hundred with a distribution. Each job went the whole way through a middleware, with the steps and runs of an
 * {@link InstantWorld}.
 *
 * @param count how many jobs there are
 * @param jobs some of them by what they are: a job with a distribution, a job that failed, a group
 */
record FilledStore(int count, Map<String, String> jobs) {
    private static final int OWNERS = 12;
    private static final int FAILS_EACH = 7;
    private static final int VALUES_EACH = 100;
    private static final int SUBMITTERS = 8;
    private static final int SWEEP = 50;
    private static final Duration PATIENCE = Duration.ofMinutes(20);

    /** Fills the store, with the folders of {@code home}. */
    static FilledStore lived(Report report, DataSource store, Path home) throws Exception {
        int count = report.quick() ? 1_900 : 9_500;
        Path data = Files.createDirectories(home.resolve("data"));
        Map<String, JobToken> shown = new ConcurrentHashMap<>();
        long begun = System.nanoTime();
        InstantWorld world = new InstantWorld();
        CountDownLatch open = new CountDownLatch(count);
        try (Middleware middleware =
                Middleware.start(settings(home, data), store, world, Optional.of(world), Clock.systemUTC())) {
            middleware.listen(job -> {
                if (job.state() == JobState.CLOSED) {
                    open.countDown();
                }
            });
            shown.put(
                    "group",
                    middleware.desk().submit(owner(0), Requests.sweep(SWEEP)).group());
            submit(middleware, count - SWEEP, shown);
            if (!open.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
                throw new IllegalStateException(open.getCount() + " jobs have not closed");
            }
        }
        report.say(count + " jobs lived in " + (System.nanoTime() - begun) / 1_000_000_000 + " s");
        return new FilledStore(
                count,
                Map.of(
                        "job", shown.get(InstantWorld.VALUES).value(),
                        "failed", shown.get(InstantWorld.FAILS).value(),
                        "group", shown.get("group").value()));
    }

    private static void submit(Middleware middleware, int count, Map<String, JobToken> shown) throws Exception {
        ExecutorService submitters = Executors.newFixedThreadPool(SUBMITTERS);
        try {
            for (var done : submitters.invokeAll(IntStream.range(0, count)
                    .<Callable<JobToken>>mapToObj(number -> () -> {
                        String program = program(number);
                        JobToken token = middleware.desk().submit(owner(number), Requests.lived(number, program));
                        shown.put(program, token);
                        return token;
                    })
                    .toList())) {
                done.get();
            }
        } finally {
            submitters.shutdown();
        }
    }

    private static String program(int number) {
        if (number % VALUES_EACH == 0) {
            return InstantWorld.VALUES;
        }
        return number % FAILS_EACH == 0 ? InstantWorld.FAILS : "ends";
    }

    private static Caller owner(int number) {
        return new Caller("analyst-" + number % OWNERS, Set.of(Caller.Role.USER), "local");
    }

    private static MiddlewareSettings settings(Path home, Path data) {
        return new MiddlewareSettings(
                data.resolve("results"),
                home.resolve("scratch"),
                List.of(new Partition("local", 64, Duration.ofHours(1))),
                QueueSettings.overlap(64),
                DispatchSettings.DEFAULTS,
                new RunSettings(new MpirunSettings(
                        Path.of("/nowhere"), "mpirun", List.of(home), Optional.empty(), Duration.ofSeconds(1), "here")),
                StorageSettings.DEFAULTS,
                new IntakeSettings(1_000, 100_000, 1L << 30, false, UploadSettings.usual(data.resolve("uploads"))));
    }
}
