package dev.slipway.load;

import dev.slipway.request.RunPath;
import dev.slipway.request.SqlExtract.ParameterRows;
import dev.slipway.servers.PostgresDatabase;
import dev.slipway.servers.SshServer;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * Fetches one indexed row for each of many parameter rows, in one pass. The rival is a program with a prepared
 * statement that asks for the rows one by one and writes each. The race is run with rows in the server's cache, where
 * the ways differ in no other respect; with rows all over a table larger than the cache, for which both wait alike; and
 * with cached rows on a server as far away as one of the same data centre.
 */
final class ParameterRace {
    private static final int PARAMETER_ROWS = 10_000;
    private static final int TABLE_ROWS = 1_500_000;

    /** About 20 MB with their index, of the server's 64. */
    private static final int CACHED_ROWS = 200_000;

    /** The distance between two machines of one data centre; the loopback takes a fifth of it. */
    private static final Duration DISTANCE = Duration.ofNanos(250_000);

    private static final String SQL = "SELECT * FROM quotes WHERE id = ?";
    private static final String HEADER = "id,book,traded,price,quantity,currency";

    private final Report report;
    private final Race race;
    private final StagingDesk desk;
    private final SshServer host;
    private final PostgresDatabase database;
    private final Path rival;
    private List<Long> ids;

    ParameterRace(Report report, Race race, StagingDesk desk, SshServer host, PostgresDatabase database) {
        this.report = report;
        this.race = race;
        this.desk = desk;
        this.host = host;
        this.database = database;
        this.rival = desk.run().resolve("rival");
    }

    void run() throws Exception {
        report.say("filling the database with " + TABLE_ROWS + " rows");
        Trades.fill(database, "quotes", TABLE_ROWS);
        prepare(CACHED_ROWS);
        race.compare("params_vs_rowwise", 20, this::atOnce, this::rowByRow);
        same();
        prepare(TABLE_ROWS);
        race.compare("params_vs_rowwise_uncached", this::atOnce, this::rowByRow);
        same();
        try (DelayedRoute route = new DelayedRoute(database, DISTANCE);
                StagingDesk far = new StagingDesk(
                        route.far(), host, Files.createDirectories(desk.run().resolveSibling("distant")))) {
            new ParameterRace(report, race, far, host, route.far()).distant();
        }
        Trades.drop(database, "quotes");
    }

    private void distant() throws Exception {
        report.figure("params_distant_round_trip", roundTripMicros(), "us");
        prepare(CACHED_ROWS);
        race.compare("params_vs_rowwise_distant", 20, this::atOnce, this::rowByRow);
        same();
    }

    private double roundTripMicros() throws SQLException {
        List<Double> micros = new ArrayList<>();
        try (Connection connection = database.dataSource().getConnection();
                PreparedStatement nothing = connection.prepareStatement("SELECT 1")) {
            for (int i = 0; i < 500; i++) {
                long begun = System.nanoTime();
                nothing.executeQuery().close();
                micros.add((System.nanoTime() - begun) / 1e3);
            }
        }
        return Report.median(micros);
    }

    /**
     * Makes parameter rows that name rows all over the first {@code among} of the table, and runs each way once to fill
     * the caches.
     */
    private void prepare(int among) throws Exception {
        ids = LongStream.range(0, PARAMETER_ROWS)
                .mapToObj(i -> 1 + i * 7_919 % among)
                .toList();
        Files.writeString(
                desk.run().resolve("ids.csv"),
                ids.stream().map(String::valueOf).collect(Collectors.joining("\n", "id\n", "\n")));
        atOnce();
        rowByRow();
    }

    private void atOnce() throws InterruptedException {
        desk.extract(SQL, Optional.of(new ParameterRows(new RunPath("ids.csv"), List.of())), "some.csv");
    }

    private void same() throws IOException {
        Race.same(desk.run().resolve("some.csv"), rival);
    }

    /** Fetches the rows as a program does: one prepared statement, asked once for each value. */
    private void rowByRow() throws SQLException, IOException {
        PGSimpleDataSource texts = (PGSimpleDataSource) database.dataSource();
        // Numbers arrive as the server writes them.
        texts.setBinaryTransfer(false);
        try (Connection connection = texts.getConnection();
                PreparedStatement statement = connection.prepareStatement(SQL);
                BufferedWriter out = Files.newBufferedWriter(rival)) {
            out.write(HEADER + "\n");
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
}
