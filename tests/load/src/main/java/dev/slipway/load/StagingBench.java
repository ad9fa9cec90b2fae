package dev.slipway.load;

import dev.slipway.request.RunPath;
import dev.slipway.request.SqlExtract.ParameterRows;
import dev.slipway.servers.PostgresDatabase;
import java.io.BufferedWriter;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * The staging gateway against what people use without it, on one database and one machine, in turns: the same rows into a file as
 * {@code psql}'s COPY, into blocks as a pipe through {@code bgzip}, and for the rows of a file as a program with a prepared statement.
 */
public final class StagingBench {
    private static final int ROUNDS = 5;
    private static final int PARAMETER_ROWS = 10_000;
    private static final String ROWS = "SELECT * FROM trades";

    /** About the bytes of one row of {@link #ROWS} as CSV. */
    private static final int ROW_BYTES = 74;

    private final Report report;
    private final PostgresDatabase database;
    private final StagingDesk desk;

    private StagingBench(Report report, PostgresDatabase database, StagingDesk desk) {
        this.report = report;
        this.database = database;
        this.desk = desk;
    }

    public static void main(String[] options) throws Exception {
        Report report = new Report("staging", options);
        Path folder = Files.createTempDirectory(Path.of("/var/tmp"), "slipway-bench-staging-");
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx--x--x"));
        PostgresDatabase database = PostgresDatabase.fresh();
        try (StagingDesk desk = new StagingDesk(database, folder)) {
            new StagingBench(report, database, desk).run();
        } finally {
            Folders.delete(folder);
        }
        System.exit(report.end());
    }

    private void run() throws Exception {
        fill();
        Path rival = desk.run().resolve("rival");
        compare(
                "extract_vs_copy",
                1.05,
                () -> desk.extract(ROWS, Optional.empty(), "rows.csv"),
                () -> shell("psql -qAtX -c \"\\copy (" + ROWS + ") to '" + rival + "' (format csv, header)\""));
        same(desk.run().resolve("rows.csv"), rival);
        compare(
                "block_vs_pipe",
                0.95,
                () -> desk.extract(ROWS, Optional.empty(), "rows.csv.gz"),
                () -> shell("psql -qAtX -c \"\\copy (" + ROWS + ") to stdout (format csv, header)\""
                        + " | bgzip -@ 2 -l 1 > '" + rival + "'"));
        same(unpacked("rows.csv.gz"), desk.run().resolve("rows.csv"));
        parameters(rival);
        report.atMost("heap_mb", heapMegabytes(), "MB", 256);
    }

    private void fill() throws SQLException {
        long rows = (report.quick() ? 100_000_000L : 1_000_000_000L) / ROW_BYTES;
        report.say("filling the database with " + rows + " rows");
        try (Connection connection = database.dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE trades AS SELECT i AS id, 'book ' || i % 997 AS book,"
                    + " timestamp '2026-03-02 09:00' + i * interval '1 second' AS traded, sqrt(i) AS price,"
                    + " (i % 100000) / 100.0 AS quantity, 'EUR'::text AS currency FROM generate_series(1, " + rows
                    + ") i");
            statement.execute("ALTER TABLE trades ADD PRIMARY KEY (id)");
            statement.execute("VACUUM ANALYZE trades");
        }
    }

    /** A way to get one result. */
    @FunctionalInterface
    private interface Way {
        void go() throws Exception;
    }

    /** In turns, each time the other one first; the median of their ratios. */
    private void compare(String key, double goal, Way ours, Way theirs) throws Exception {
        int rounds = report.quick() ? 2 : ROUNDS;
        List<Double> ratios = new ArrayList<>();
        List<Double> our = new ArrayList<>();
        List<Double> their = new ArrayList<>();
        for (int i = 0; i < rounds; i++) {
            if (i % 2 == 0) {
                our.add(seconds(ours));
                their.add(seconds(theirs));
            } else {
                their.add(seconds(theirs));
                our.add(seconds(ours));
            }
            ratios.add(their.get(i) / our.get(i));
            report.say(String.format("%s: ours %.2f s, theirs %.2f s", key, our.get(i), their.get(i)));
        }
        report.atLeast(key, Report.median(ratios), "", goal);
        report.figure(key + "_least", Report.quantile(ratios, 0), "");
        report.figure(key + "_most", Report.quantile(ratios, 1), "");
        report.figure(key + "_our_s", Report.median(our), "s");
        report.figure(key + "_their_s", Report.median(their), "s");
    }

    private static double seconds(Way way) throws Exception {
        long begun = System.nanoTime();
        way.go();
        return (System.nanoTime() - begun) / 1e9;
    }

    private void parameters(Path rival) throws Exception {
        Path file = desk.run().resolve("ids.csv");
        List<Long> ids = new ArrayList<>();
        try (BufferedWriter out = Files.newBufferedWriter(file)) {
            out.write("id\n");
            for (long i = 0; i < PARAMETER_ROWS; i++) {
                ids.add(1 + i * 7_919 % 1_000_000);
                out.write(ids.get((int) i) + "\n");
            }
        }
        String sql = ROWS + " WHERE id = ?";
        ParameterRows rows = new ParameterRows(new RunPath("ids.csv"), List.of());
        compare(
                "params_vs_rowwise",
                20,
                () -> desk.extract(sql, Optional.of(rows), "some.csv"),
                () -> rowByRow(sql, ids, rival));
        same(desk.run().resolve("some.csv"), rival);
    }

    /** As a program does it: one prepared statement, asked once for each value. */
    private void rowByRow(String sql, List<Long> ids, Path to) throws SQLException, IOException {
        PGSimpleDataSource texts = (PGSimpleDataSource) database.dataSource();
        // Numbers as the server writes them.
        texts.setBinaryTransfer(false);
        try (Connection connection = texts.getConnection();
                PreparedStatement statement = connection.prepareStatement(sql);
                BufferedWriter out = Files.newBufferedWriter(to)) {
            out.write("id,book,traded,price,quantity,currency\n");
            for (long id : ids) {
                statement.setLong(1, id);
                try (ResultSet result = statement.executeQuery()) {
                    while (result.next()) {
                        for (int i = 1; i <= 6; i++) {
                            out.write(i == 1 ? "" : ",");
                            out.write(result.getString(i));
                        }
                        out.write("\n");
                    }
                }
            }
        }
    }

    private void shell(String command) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder("bash", "-o", "pipefail", "-c", command)
                .redirectOutput(Redirect.DISCARD)
                .redirectError(Redirect.INHERIT);
        String url = database.jdbcUrl().replaceFirst("jdbc:postgresql://", "").replaceFirst("\\?.*", "");
        builder.environment().put("PGHOST", url.replaceFirst(":.*", ""));
        builder.environment().put("PGPORT", url.replaceFirst("[^:]*:([0-9]+)/.*", "$1"));
        builder.environment().put("PGDATABASE", url.replaceFirst(".*/", ""));
        builder.environment().put("PGUSER", database.user());
        builder.environment().put("PGPASSWORD", database.password());
        if (builder.start().waitFor() != 0) {
            throw new IllegalStateException("the rival fails: " + command);
        }
    }

    private Path unpacked(String file) throws IOException, InterruptedException {
        Path plain = desk.run().resolve("unpacked");
        shell("zcat '" + desk.run().resolve(file) + "' > '" + plain + "'");
        return plain;
    }

    private static void same(Path one, Path other) throws IOException {
        long at = Files.mismatch(one, other);
        if (at >= 0) {
            throw new IllegalStateException(one + " and " + other + " differ at byte " + at);
        }
    }

    /** The most that the heap had, of all its generations. */
    private static double heapMegabytes() {
        return ManagementFactory.getMemoryPoolMXBeans().stream()
                        .filter(pool -> pool.getType() == java.lang.management.MemoryType.HEAP)
                        .map(MemoryPoolMXBean::getPeakUsage)
                        .mapToLong(usage -> usage.getUsed())
                        .sum()
                / 1e6;
    }
}
