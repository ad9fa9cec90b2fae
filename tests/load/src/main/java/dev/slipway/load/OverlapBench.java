package dev.slipway.load;

import com.zaxxer.hikari.HikariDataSource;
import dev.slipway.desk.Submission;
import dev.slipway.effect.Witness;
import dev.slipway.gateway.GatewayLimits;
import dev.slipway.gateway.StepGateway;
import dev.slipway.gateway.sql.DatabaseSource;
import dev.slipway.queue.QueueSettings;
import dev.slipway.queue.QueueSettings.Order;
import dev.slipway.secret.Secrets;
import dev.slipway.servers.PostgresDatabase;
import dev.slipway.upload.UploadFolder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Compares the same jobs one at a time and overlapped, by the same binary: real statements with rows that take time,
 * and real runs that wait, on one slot. First each phase of a job, including Slipway's own work, is brought to the same
 * length, measured one job at a time.
 */
public final class OverlapBench {
    private static final int ROWS = 5;
    private static final int CALIBRATIONS = 3;
    private static final int CALIBRATING = 5;
    private static final QueueSettings SEQUENCE =
            new QueueSettings(Order.SEQUENCE, 4, Integer.MAX_VALUE, Long.MAX_VALUE);
    private static final QueueSettings OVERLAP = QueueSettings.overlap(4);

    private final Report report;
    private final int jobs;
    private final double phase;
    private double in;
    private double run;
    private double out;

    private OverlapBench(Report report) {
        this.report = report;
        jobs = report.quick() ? 8 : 30;
        phase = 1.0;
        in = phase / 2;
        run = phase / 2;
        out = phase / 2;
    }

    public static void main(String[] options) throws Exception {
        Report report = new Report("overlap", options);
        Path folder = Files.createTempDirectory("slipway-bench-overlap-");
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx--x--x"));
        PostgresDatabase source = PostgresDatabase.fresh();
        prepare(source);
        Path password = Files.writeString(folder.resolve("password"), "bench");
        try (HikariDataSource store = DurableStore.pool(PostgresDatabase.fresh(), 10);
                StepGateway gateway = new StepGateway(
                        List.of(new DatabaseSource("bench", source.jdbcUrl(), "bench", password)),
                        List.of(),
                        new UploadFolder(folder.resolve("uploads"), Witness.NONE),
                        Secrets.NONE,
                        GatewayLimits.STANDARD)) {
            new OverlapBench(report).run(new EqualJobs(folder, store, gateway));
        } finally {
            TemporaryFolders.delete(folder);
        }
        System.exit(report.end());
    }

    private static void prepare(PostgresDatabase source) throws SQLException {
        try (Connection connection = source.dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE ROLE bench LOGIN PASSWORD 'bench'");
            statement.execute("CREATE TABLE sink (n integer)");
            statement.execute("GRANT INSERT ON sink TO bench");
            statement.execute(
                    "CREATE FUNCTION slow(n integer, seconds float8) RETURNS integer VOLATILE LANGUAGE plpgsql"
                            + " AS 'BEGIN PERFORM pg_sleep(seconds); RETURN n; END'");
        }
    }

    private void run(EqualJobs convoy) throws Exception {
        for (int i = 0; i < CALIBRATIONS; i++) {
            calibrate(convoy);
        }
        int pairs = report.quick() ? 1 : Integer.getInteger("slipway.bench.pairs", 5);
        List<Double> speedups = new ArrayList<>();
        List<EqualJobs.Journey> alone = new ArrayList<>();
        List<EqualJobs.Journey> overlapped = new ArrayList<>();
        for (int i = 0; i < pairs; i++) {
            if (i > 0) {
                // Slipway's own time depends on the other load of the machine.
                calibrate(convoy);
            }
            Submission job = job();
            // The policies take turns, so that neither always has the machine first.
            if (i % 2 == 0) {
                alone.add(travel(convoy, SEQUENCE, job));
                overlapped.add(travel(convoy, OVERLAP, job));
            } else {
                overlapped.add(travel(convoy, OVERLAP, job));
                alone.add(travel(convoy, SEQUENCE, job));
            }
            speedups.add(alone.get(i).seconds() / overlapped.get(i).seconds());
        }
        double possible = 3.0 * jobs / (jobs + 2);
        double speedup = Report.median(speedups);
        // A few jobs cannot overlap as much as many. A quick run is therefore judged by the best that its number of
        // jobs can reach.
        report.atLeast("overlap_of_ideal", speedup / possible, "", 0.93);
        if (report.quick()) {
            report.figure("overlap_speedup", speedup, "");
        } else {
            report.atLeast("overlap_speedup", speedup, "", 2.6);
        }
        report.figure("overlap_speedup_least", Report.quantile(speedups, 0), "");
        report.figure("overlap_speedup_most", Report.quantile(speedups, 1), "");
        report.figure("possible", possible, "");
        figures("sequence", alone);
        figures("overlap", overlapped);
    }

    /** Brings each phase nearer to its target length, from the times of one job at a time. */
    private void calibrate(EqualJobs convoy) throws Exception {
        EqualJobs.Journey journey = convoy.travel(SEQUENCE, job(), CALIBRATING);
        in = Math.max(0, in + phase - journey.in());
        run = Math.max(0, run + phase - journey.run());
        out = Math.max(0, out + phase - journey.out());
        report.say("calibrating: " + journey);
    }

    private Submission job() {
        return Requests.phased(ROWS, in / ROWS, run, out / ROWS);
    }

    private EqualJobs.Journey travel(EqualJobs convoy, QueueSettings policy, Submission job) throws Exception {
        EqualJobs.Journey journey = convoy.travel(policy, job, jobs);
        report.say(policy.order().name().toLowerCase(Locale.ROOT) + ": " + journey);
        return journey;
    }

    private void figures(String name, List<EqualJobs.Journey> journeys) {
        report.figure(
                name + "_s",
                Report.median(journeys.stream().map(EqualJobs.Journey::seconds).toList()),
                "s");
        report.figure(
                name + "_in_s",
                Report.median(journeys.stream().map(EqualJobs.Journey::in).toList()),
                "s");
        report.figure(
                name + "_run_s",
                Report.median(journeys.stream().map(EqualJobs.Journey::run).toList()),
                "s");
        report.figure(
                name + "_out_s",
                Report.median(journeys.stream().map(EqualJobs.Journey::out).toList()),
                "s");
        report.figure(
                name + "_slot_idle",
                Report.median(journeys.stream().map(EqualJobs.Journey::idle).toList()),
                "");
    }
}
