package dev.slipway.load;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.function.Supplier;

/**
 * Measures the shipped service under calls: 500 connections with 1,000 status calls a second, which the service cannot
 * slow down; submissions as fast as possible; status calls against the cheapest possible call; and the command line.
 * Callers and service share the machine.
 */
public final class SoapBench {
    private static final int CONNECTIONS = 500;
    private static final double RATE = 1000;
    private static final int OPEN_ROUNDS = 3;
    private static final int BUSY = 16;
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final Report report;
    private final LiveService service;
    private final Calls calls;
    private final Supplier<HttpConnection> connection;
    private final List<String> tokens = Collections.synchronizedList(new ArrayList<>());

    private SoapBench(Report report, LiveService service) throws IOException {
        this.report = report;
        this.service = service;
        this.calls = service.calls();
        this.connection = () -> service.connection(PATIENCE);
    }

    /**
     * Runs {@code [--quick] [--json] [--check] [status] [ping] [cli] -- COMMAND...}. The command serves the home folder
     * named by {@code SLIPWAY_HOME}. Submissions are measured in any case, because the other parts ask for their jobs.
     */
    public static void main(String[] arguments) throws Exception {
        List<String> words = Arrays.asList(arguments);
        int end = words.indexOf("--");
        Report report = new Report("soap", words.subList(0, end).toArray(String[]::new), "status", "ping", "cli");
        Path home = Path.of(System.getenv("SLIPWAY_HOME"));
        Path going = settings(home);
        try (LiveService service = LiveService.start(withPing(words.subList(end + 1, words.size())), home)) {
            new SoapBench(report, service).run();
        } finally {
            Files.delete(going);
            LiveService.awaitLastRun(home);
            TemporaryFolders.delete(home.getParent());
        }
        System.exit(report.end());
    }

    /** Returns the command of the same service with one more endpoint on its class path. */
    private static List<String> withPing(List<String> command) {
        List<String> changed = new ArrayList<>(command);
        int at = changed.indexOf("-jar");
        changed.set(at, "-cp");
        String classes = System.getProperty("slipway.root") + "/tests/load/target/classes";
        changed.set(at + 1, changed.get(at + 1) + ":" + classes);
        changed.add(at + 2, "dev.slipway.server.SlipwayServer");
        changed.add("--spring.main.sources=dev.slipway.load.ping.PingConfiguration");
        return changed;
    }

    /**
     * Writes settings with one slot, so that one job runs and all others wait. The running job ends when the returned
     * file is deleted.
     */
    private static Path settings(Path home) throws IOException {
        Path going = LiveService.waitingProgram(home, "wait");
        Files.writeString(
                home.resolve("slipway.yaml"),
                "slipway:\n  port: 0\n  partitions: { local: { slots: 1 } }\n  application-folders: [ \""
                        + going.getParent() + "\" ]\n");
        return going;
    }

    private void run() throws Exception {
        submissions();
        Script status = statuses();
        try (ClosedLoop loop = new ClosedLoop(connection, BUSY)) {
            report.say(
                    "warmed up: " + Math.round(loop.forSeconds(report.quick() ? 5 : 15, status)) + " status calls/s");
        }
        if (report.wants("status")) {
            openLoop(status);
        }
        if (report.wants("ping")) {
            againstPing(status);
        }
        if (report.wants("cli")) {
            commandLine();
        }
    }

    private void submissions() throws InterruptedException, ExecutionException {
        int each = report.quick() ? 300 : 2000;
        Script submit = new Script(List.of(calls.call(Calls.submit(Calls.job("wait")))), "submitResponse");
        List<Double> rates = new ArrayList<>();
        try (ClosedLoop loop = new ClosedLoop(connection, BUSY)) {
            loop.times(each, submit, answer -> tokens.add(token(answer)));
            for (int i = 0; i < rounds(); i++) {
                rates.add(loop.times(each, submit, answer -> tokens.add(token(answer))));
            }
        }
        report.say("submitted " + rates.stream().map(Math::round).toList() + " a second");
        report.atLeast("submit_per_s", Report.median(rates), "jobs/s", 300);
        spread("submit_per_s", rates, "jobs/s");
    }

    private static String token(HttpAnswer answer) {
        return answer.text().replaceAll("(?s).*<[a-z0-9:]*token>([^<]+)<.*", "$1");
    }

    /** Asks for the status of a thousand of the jobs, including the running one. */
    private Script statuses() {
        return new Script(
                tokens.stream()
                        .limit(1000)
                        .map(token -> calls.call(Calls.status(token)))
                        .toList(),
                "statusResponse");
    }

    private void openLoop(Script status) throws Exception {
        List<Double> p99 = new ArrayList<>();
        List<Double> heaps = new ArrayList<>(List.of(service.heapMegabytes()));
        List<Double> reached = new ArrayList<>();
        List<Double> mine = new ArrayList<>();
        List<Double> its = new ArrayList<>();
        List<Double> all = new ArrayList<>();
        long errors = 0;
        OperatingSystemMXBean machine = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
        for (int i = 0; i < OPEN_ROUNDS; i++) {
            double seconds = report.quick() ? 10 : 60;
            long myCpu = machine.getProcessCpuTime();
            double itsCpu = service.cpuSeconds();
            long begun = System.nanoTime();
            OpenLoop.Run run = new OpenLoop(connection, CONNECTIONS, RATE).run(seconds, status);
            double took = (System.nanoTime() - begun) / 1e9;
            mine.add((machine.getProcessCpuTime() - myCpu) / 1e9 / took);
            its.add((service.cpuSeconds() - itsCpu) / took);
            errors += run.errors();
            reached.add(run.callsPerSecond());
            p99.add(Report.quantile(run.millis(), 0.99));
            all.addAll(run.millis());
            heaps.add(service.heapMegabytes());
            report.say("status p99 " + Math.round(p99.get(i)) + " ms, " + run.errors() + " errors, heap "
                    + Math.round(heaps.get(i + 1)) + " MB");
        }
        report.atLeast("calls_per_s", Report.median(reached), "calls/s", 0.99 * RATE);
        report.atMost("status_p99_ms", Report.median(p99), "ms", 250);
        spread("status_p99_ms", p99, "ms");
        report.figure("status_p50_ms", Report.median(all), "ms");
        report.figure("status_most_ms", Report.quantile(all, 1), "ms");
        report.atMost("errors", errors, "", 0);
        report.figure("heap_mb", heaps.get(heaps.size() - 1), "MB");
        // The first 500 connections leave the pools that serve them.
        report.figure("heap_of_connections_mb", heaps.get(1) - heaps.get(0), "MB");
        // The heap must stay flat from the end of the first round to the end of the last. Each round opens new
        // connections and closes them again.
        report.atMost("heap_growth_mb", heaps.get(heaps.size() - 1) - heaps.get(1), "MB", 16);
        report.figure("service_cores", Report.median(its), "cores");
        report.figure("callers_cores", Report.median(mine), "cores");
    }

    private void againstPing(Script status) throws InterruptedException, ExecutionException {
        Script ping = new Script(
                List.of(calls.post(
                        "/services/ping/", Calls.envelope("<p:ping xmlns:p='urn:slipway:bench'>x</p:ping>"))),
                "pong");
        List<Double> pings = new ArrayList<>();
        List<Double> ratios = new ArrayList<>();
        try (ClosedLoop loop = new ClosedLoop(connection, BUSY)) {
            double seconds = report.quick() ? 2 : 8;
            loop.forSeconds(seconds, ping);
            for (int i = 0; i < rounds(); i++) {
                double before = loop.forSeconds(seconds, ping);
                double ours = loop.forSeconds(seconds, status);
                double after = loop.forSeconds(seconds, ping);
                pings.add((before + after) / 2);
                ratios.add(ours / pings.get(i));
            }
        }
        report.atLeast("status_vs_ping", Report.median(ratios), "", 0.8);
        spread("status_vs_ping", ratios, "");
        report.figure("ping_per_s", Report.median(pings), "calls/s");
    }

    private void commandLine() throws IOException, InterruptedException {
        String slipway = Path.of(System.getProperty("slipway.root"), "slipway").toString();
        ProcessBuilder builder = new ProcessBuilder(slipway, "status", tokens.get(0))
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD);
        builder.environment()
                .put("SLIPWAY_PROFILE", service.home().resolve("profile").toString());
        List<Double> seconds = new ArrayList<>();
        for (int i = 0; i < 2 * rounds() + 1; i++) {
            long begun = System.nanoTime();
            if (builder.start().waitFor() != 0) {
                throw new IllegalStateException("slipway status fails");
            }
            seconds.add((System.nanoTime() - begun) / 1e9);
        }
        report.atMost("cli_status_s", Report.median(seconds), "s", 0.6);
        spread("cli_status_s", seconds, "s");
    }

    private int rounds() {
        return report.quick() ? 2 : 5;
    }

    private void spread(String key, List<Double> values, String unit) {
        report.figure(key + "_least", Report.quantile(values, 0), unit);
        report.figure(key + "_most", Report.quantile(values, 1), unit);
    }
}
