package dev.slipway.load;

import com.sun.management.OperatingSystemMXBean;
import com.zaxxer.hikari.HikariDataSource;
import dev.slipway.Middleware;
import dev.slipway.MiddlewareSettings;
import dev.slipway.desk.IntakeSettings;
import dev.slipway.desk.Submission;
import dev.slipway.desk.status.GroupStatus;
import dev.slipway.desk.status.JobStatus;
import dev.slipway.dispatch.DispatchSettings;
import dev.slipway.job.JobState;
import dev.slipway.job.JobToken;
import dev.slipway.queue.QueueSettings;
import dev.slipway.run.MpirunSettings;
import dev.slipway.run.Partition;
import dev.slipway.run.RunSettings;
import dev.slipway.run.StorageSettings;
import dev.slipway.servers.PostgresDatabase;
import dev.slipway.upload.UploadSettings;
import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** Measures the desk with 1,000 running and 100,000 queued jobs in a durable store, in a heap of 512 MB. */
public final class DeskBench {
    private static final int LIVE = 1000;
    private static final int ROUNDS = 5;
    private static final double GOAL = 500;
    private static final Duration AT_REST = Duration.ofSeconds(15);
    /** Compilers rest if they work no longer than this in three seconds. */
    private static final long COMPILING_MILLIS = 30;

    private final Report report;
    private final int queued;
    private final int measured;
    private final EndlessWorld world = new EndlessWorld();
    private final HikariDataSource store;
    private final MiddlewareSettings settings;
    private final Submission waiting = Requests.waiting();
    private final List<JobToken> tokens = new ArrayList<>();
    private final List<Double> sleepsLate = new ArrayList<>();
    private Middleware middleware;

    private DeskBench(Report report, HikariDataSource store, Path folder) {
        this.report = report;
        this.store = store;
        queued = report.quick() ? 10_000 : 100_000;
        measured = report.quick() ? 500 : 2000;
        settings = new MiddlewareSettings(
                folder.resolve("results"),
                folder.resolve("scratch"),
                List.of(new Partition("local", LIVE, Duration.ofHours(1))),
                QueueSettings.overlap(4),
                DispatchSettings.DEFAULTS,
                new RunSettings(new MpirunSettings(
                        Path.of("/nowhere"),
                        "mpirun",
                        List.of(folder),
                        Optional.empty(),
                        Duration.ofSeconds(1),
                        "here")),
                StorageSettings.DEFAULTS,
                new IntakeSettings(
                        10_000, 2 * queued, 1L << 30, false, UploadSettings.usual(folder.resolve("uploads"))));
    }

    public static void main(String[] options) throws Exception {
        Report report = new Report("desk", options);
        Path folder = Files.createTempDirectory("slipway-bench-desk-");
        try (HikariDataSource store = DurableStore.pool(PostgresDatabase.fresh(), 10)) {
            new DeskBench(report, store, folder).run();
        } finally {
            TemporaryFolders.delete(folder);
        }
        System.exit(report.end());
    }

    private void run() throws Exception {
        start();
        List<JobToken> live = new ArrayList<>();
        DeskCallers.submit(middleware.desk(), Requests.running(), LIVE, live);
        await(() -> world.looked() == LIVE);
        report.say(LIVE + " jobs run");
        tokens.addAll(live);
        DeskCallers.submit(middleware.desk(), waiting, measured, tokens); // warms up the compiler
        List<Double> early = new ArrayList<>();
        List<Double> first = rounds(early);
        report.say("submitted " + first + " a second with " + tokens.size() + " jobs in the store");
        DeskCallers.submit(
                middleware.desk(), waiting, Math.max(1, queued + LIVE - tokens.size() - 2 * ROUNDS * measured), tokens);
        List<Double> late = new ArrayList<>();
        List<Double> last = rounds(late);
        report.say("submitted " + last + " a second with " + tokens.size() + " jobs in the store");
        List<Double> paced = new ArrayList<>();
        sleepsLate.clear();
        List<Double> kept = rounds(paced, GOAL);
        List<Double> paceSleeps = List.copyOf(sleepsLate);
        report.say("submitted " + kept + " a second of " + GOAL + " asked for");
        double cancelled = groupCancelRate();
        report.say("cancelled " + Math.round(cancelled) + " jobs of a group a second");
        double looks = coresAtRest();
        double heap = heapMegabytes();
        double startup = restart(live);
        report.atLeast("submit_per_s", Report.median(last), "jobs/s", GOAL);
        report.figure("submit_per_s_least", Report.quantile(last, 0), "jobs/s");
        report.figure("submit_per_s_most", Report.quantile(last, 1), "jobs/s");
        report.figure("submit_per_s_at_first", Report.median(first), "jobs/s");
        report.atLeast("submit_flatness", Report.median(last) / Report.median(first), "", 0.7);
        // The goal for status calls holds for this load.
        report.atLeast("submit_per_s_when_paced", Report.median(kept), "jobs/s", 0.95 * GOAL);
        report.figure("status_p50_ms", Report.median(paced), "ms");
        report.atMost("status_p99_ms", Report.quantile(paced, 0.99), "ms", 5);
        report.figure("sleep_late_p99_ms", Report.quantile(paceSleeps, 0.99), "ms");
        report.figure("status_p99_ms_at_most_load", Report.quantile(late, 0.99), "ms");
        report.figure("status_p99_ms_at_first", Report.quantile(early, 0.99), "ms");
        report.atLeast("group_cancel_per_s", cancelled, "jobs/s", 300);
        report.atMost("looks_cores", looks, "cores", 0.1);
        report.atMost("startup_s", startup, "s", 10);
        report.atMost("heap_mb", heap, "MB", 512);
        report.figure("jobs", tokens.size(), "");
        middleware.close();
    }

    private List<Double> rounds(List<Double> statusMillis) throws Exception {
        return rounds(statusMillis, 0);
    }

    /**
     * Submits in several rounds with status calls beside them.
     *
     * @param rate submissions a second; 0 for as many as possible
     */
    private List<Double> rounds(List<Double> statusMillis, double rate) throws Exception {
        List<Double> rates = new ArrayList<>();
        for (int i = 0; i < ROUNDS; i++) {
            DeskCallers.Asker asker = new DeskCallers.Asker(middleware.desk(), tokens, sleepsLate);
            rates.add(DeskCallers.submit(middleware.desk(), waiting, measured, tokens, rate));
            statusMillis.addAll(asker.end());
        }
        return rates.stream().map(one -> (double) Math.round(one)).toList();
    }

    /** Returns jobs a second, from the call that cancels a group of waiting jobs to the end of the last of them. */
    private double groupCancelRate() throws InterruptedException {
        int jobs = report.quick() ? 2_000 : 10_000;
        JobToken group = middleware
                .desk()
                .submit(DeskCallers.CALLER, Requests.waitingSweep(jobs))
                .group();
        long begun = System.nanoTime();
        middleware.desk().cancel(DeskCallers.CALLER, group);
        await(() -> ((GroupStatus) middleware.desk().standing(DeskCallers.CALLER, group)).state()
                == GroupStatus.State.CLOSED);
        return jobs / ((System.nanoTime() - begun) / 1e9);
    }

    private void start() {
        middleware = Middleware.start(settings, store, world, Optional.of(world), Clock.systemUTC());
    }

    /** Returns the seconds from the start until the desk answers and every live job is taken up. */
    private double restart(List<JobToken> live) throws InterruptedException {
        middleware.close();
        world.forgetLooks();
        long begun = System.nanoTime();
        start();
        JobStatus running = middleware.desk().status(DeskCallers.CALLER, live.get(live.size() - 1));
        JobStatus last = middleware.desk().status(DeskCallers.CALLER, tokens.get(tokens.size() - 1));
        await(() -> world.looked() == LIVE);
        double seconds = (System.nanoTime() - begun) / 1e9;
        if (running.state() != JobState.RUNNING || last.position().isEmpty()) {
            throw new IllegalStateException("the start lost jobs: " + running.state() + ", " + last);
        }
        return seconds;
    }

    /** Returns the processor time of this whole process while no caller asks and {@link #LIVE} runs are watched. */
    private static double coresAtRest() throws InterruptedException {
        OperatingSystemMXBean process = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
        Thread.sleep(2000); // earlier tasks end meanwhile
        untilCompiled();
        long cpu = process.getProcessCpuTime();
        long begun = System.nanoTime();
        Thread.sleep(AT_REST.toMillis());
        return (process.getProcessCpuTime() - cpu) / (double) (System.nanoTime() - begun);
    }

    /** Waits until the compilers rest, because their work for the rounds before is no cost of looks. */
    private static void untilCompiled() throws InterruptedException {
        CompilationMXBean compilers = ManagementFactory.getCompilationMXBean();
        long limit = System.nanoTime() + Duration.ofMinutes(2).toNanos();
        long before;
        do {
            before = compilers.getTotalCompilationTime();
            Thread.sleep(3000);
        } while (compilers.getTotalCompilationTime() - before > COMPILING_MILLIS && System.nanoTime() < limit);
    }

    private static double heapMegabytes() {
        System.gc();
        Runtime runtime = Runtime.getRuntime();
        return (runtime.totalMemory() - runtime.freeMemory()) / 1e6;
    }

    private static void await(BooleanSupplier wanted) throws InterruptedException {
        long limit = System.nanoTime() + Duration.ofMinutes(5).toNanos();
        while (!wanted.getAsBoolean()) {
            if (System.nanoTime() > limit) {
                throw new IllegalStateException("what the benchmark waits for does not come");
            }
            Thread.sleep(5);
        }
    }
}
