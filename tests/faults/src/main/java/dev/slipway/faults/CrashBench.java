package dev.slipway.faults;

import dev.slipway.demo.RiskDatabase;
import dev.slipway.servers.PostgresDatabase;
import dev.slipway.servers.SshServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

/**
 * Runs {@code CrashBench [--kills N] [--seed S] [--quick] [--json] [--check]}: kills the middleware at random moments,
 * uniform over the time of one job, while several jobs are in flight. Each job is the demo's job made smaller, with the
 * real var-mc. Then the bench counts lost, doubled and orphaned work.
 */
public final class CrashBench {
    private static final int IN_FLIGHT = 4;
    private static final String MAIN_APPLICATION = """
            #!/bin/sh
            [ "$OMPI_COMM_WORLD_RANK" = 0 ] && echo "$SLIPWAY_TOKEN" >> '%s'
            exec '%s' "$@"
            """;

    private final Path folder;
    private final RiskDatabase database;
    private final RestartingClient client;
    private final Path runs;
    private final Map<String, String> jobs = new LinkedHashMap<>();
    private int kills;

    private CrashBench(Path folder, RiskDatabase database, SshServer host, Path root) throws IOException {
        this.folder = folder;
        this.database = database;
        runs = Files.createFile(folder.resolve("runs"));
        Files.setPosixFilePermissions(runs, PosixFilePermissions.fromString("rw-rw-rw-"));
        Path program = Files.createDirectories(folder.resolve("applications")).resolve("counted-var-mc");
        // A run's identity may not be able to pass the folders above the repository.
        Path kernel =
                Files.copy(root.resolve("native-kernels/target/install/bin/var-mc"), program.resolveSibling("var-mc"));
        Files.setPosixFilePermissions(kernel, PosixFilePermissions.fromString("rwxr-xr-x"));
        Files.writeString(program, MAIN_APPLICATION.formatted(runs, kernel));
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
        Path remote = Files.createDirectories(folder.resolve("remote"));
        Files.copy(root.resolve("deploy/demo/curves/usd.csv"), remote.resolve("usd.csv"));
        Path places = folder.resolve("places");
        places(remote, host).write(places);
        client = new RestartingClient(ClassPath.pack(folder), places, folder.resolve("victim.log"));
    }

    private Places places(Path remote, SshServer host) {
        PostgresDatabase store = PostgresDatabase.fresh();
        return World.sshPlaces(new Places(new Properties()), host)
                .with("sources", "risk,risk-results")
                .with("risk-url", database.jdbcUrl())
                .with("risk-user", RiskDatabase.READER)
                .with("risk-password", database.passwordFile(RiskDatabase.READER))
                .with("risk-results-url", database.jdbcUrl())
                .with("risk-results-user", RiskDatabase.WRITER)
                .with("risk-results-password", database.passwordFile(RiskDatabase.WRITER))
                .with("site-url", "http://localhost:1/")
                .with("guard", World.guard())
                .with("applications", folder.resolve("applications"))
                .with("folder", folder)
                .with("remote", remote)
                .with("staging-in", IN_FLIGHT)
                .with("partitions", "local")
                .with("store-url", store.jdbcUrl())
                .with("store-user", store.user())
                .with("store-password", store.password());
    }

    /** Kills as often as asked, and prints the result. Ends with status 1 if {@code --check} finds a missed goal. */
    public static void main(String[] args) throws Exception {
        List<String> options = Arrays.asList(args);
        int kills = number(options, "--kills", options.contains("--quick") ? 20 : 500);
        long seed = number(options, "--seed", (int) (System.nanoTime() & 0xffff));
        Path folder = Files.createTempDirectory(
                Path.of("/var/tmp"),
                "slipway-bench-crash",
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx--x--x")));
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx--x--x"));
        Path root = Path.of(System.getProperty("slipway.root"));
        Path data = Files.createDirectory(folder.resolve("risk"));
        Files.setPosixFilePermissions(data, PosixFilePermissions.fromString("rwx--x--x"));
        boolean good;
        try (RiskDatabase database = RiskDatabase.create(data);
                SshServer host = SshServer.start(folder.resolve("ssh"))) {
            CrashBench bench = new CrashBench(folder, database, host, root);
            Duration jobTime = bench.inPeace();
            bench.kill(kills, new SplittableRandom(seed), jobTime);
            Outcome outcome = bench.outcome(seed, jobTime);
            bench.client.close();
            System.out.println(options.contains("--json") ? outcome.json() : outcome.table());
            good = outcome.good();
        }
        System.exit(options.contains("--check") && !good ? 1 : 0);
    }

    private static int number(List<String> options, String name, int otherwise) {
        int at = options.indexOf(name);
        return at < 0 ? otherwise : Integer.parseInt(options.get(at + 1));
    }

    private Duration inPeace() throws IOException, InterruptedException {
        client.warmUp();
        client.start();
        submit();
        for (String token : jobs.keySet()) {
            close(token);
            ReportedJob reported = client.last(token).orElseThrow();
            if (!reported.outcome().equals("DONE")) {
                throw new IllegalStateException("the job does not work even in peace: " + reported);
            }
        }
        long begun = System.nanoTime();
        for (int i = 0; i < IN_FLIGHT; i++) {
            submit();
        }
        jobs.keySet().forEach(this::close);
        return Duration.ofNanos(System.nanoTime() - begun);
    }

    private void submit() {
        String sid = "job-" + jobs.size();
        jobs.put(client.ask("submit kind=var sid=" + sid), sid);
    }

    private void close(String token) {
        client.await(token, "CLOSED", reported -> reported.state().equals("CLOSED"));
    }

    private void kill(int wanted, SplittableRandom random, Duration jobTime) throws InterruptedException {
        for (kills = 0; kills < wanted; kills++) {
            for (long open = jobs.keySet().stream().filter(this::open).count(); open < IN_FLIGHT; open++) {
                submit();
            }
            TimeUnit.NANOSECONDS.sleep(random.nextLong(jobTime.toNanos()));
            client.restart();
        }
        jobs.keySet().forEach(this::close);
    }

    private boolean open(String token) {
        return !client.last(token)
                .map(reported -> reported.state().equals("CLOSED"))
                .orElse(false);
    }

    /** Summarizes all jobs. */
    private record Outcome(
            long seed,
            int kills,
            int jobs,
            Duration jobTime,
            List<String> lost,
            List<String> doubled,
            List<String> orphans,
            List<Duration> starts) {

        boolean good() {
            return lost.isEmpty() && doubled.isEmpty() && orphans.isEmpty();
        }

        private long start(double quantile) {
            List<Duration> sorted = starts.stream().sorted().toList();
            return sorted.get((int) (quantile * (sorted.size() - 1))).toMillis();
        }

        String table() {
            return """
                    crash: %d kills at random moments (seed %d), %d jobs, %d in flight, %.1f s for these in peace

                                ours   goal
                      lost    %6d      0   %s
                      doubled %6d      0   %s
                      orphans %6d      0   %s

                    start of the middleware: median %d ms, 5 %% %d, 95 %% %d""".formatted(
                            kills,
                            seed,
                            jobs,
                            IN_FLIGHT,
                            jobTime.toMillis() / 1e3,
                            lost.size(),
                            lost,
                            doubled.size(),
                            doubled,
                            orphans.size(),
                            orphans,
                            start(0.5),
                            start(0.05),
                            start(0.95));
        }

        String json() {
            return """
                    {"bench":"crash","machine":{"cpus":%d,"java":"%s","os":"%s"},\
                    "results":{"kills":%d,"seed":%d,"jobs":%d,"lost":%d,"doubled":%d,\
                    "orphans":%d,"start_ms":%d}}""".formatted(
                            Runtime.getRuntime().availableProcessors(),
                            System.getProperty("java.version"),
                            System.getProperty("os.version"),
                            kills,
                            seed,
                            jobs,
                            lost.size(),
                            doubled.size(),
                            orphans.size(),
                            start(0.5));
        }
    }

    private Outcome outcome(long seed, Duration jobTime) throws IOException, SQLException {
        List<String> lost = new ArrayList<>();
        List<String> doubled = new ArrayList<>();
        List<String> orphans = new ArrayList<>();
        List<String> ran = Files.readAllLines(runs);
        for (String token : jobs.keySet()) {
            ReportedJob reported = client.await(token, "an answer", any -> true);
            long times = ran.stream().filter(token::equals).count();
            int rows = rows(token);
            String verified = client.ask("verify " + token);
            if (!reported.outcome().equals("DONE") || rows != VarJob.SCENARIOS || !verified.equals("[]")) {
                lost.add(token + " " + reported + " " + rows + " rows, verify " + verified);
            }
            if (times != 1) {
                doubled.add(token + " ran " + times + " times");
            }
            orphans.addAll(ClosedJobCheck.marked(token));
            if (Files.exists(folder.resolve("scratch").resolve(token))) {
                orphans.add("run folder of " + token);
            }
        }
        return new Outcome(seed, kills, jobs.size(), jobTime, lost, doubled, orphans, client.starts());
    }

    private int rows(String token) throws SQLException {
        try (Connection connection = database.connect(RiskDatabase.WRITER);
                PreparedStatement ask =
                        connection.prepareStatement("SELECT count(*) FROM risk.run_pnl WHERE job = ?")) {
            ask.setString(1, token);
            try (ResultSet answer = ask.executeQuery()) {
                answer.next();
                return answer.getInt(1);
            }
        }
    }
}
