package dev.slipway.gateway.sql.postgres;

import static dev.slipway.gateway.GatewayTestBed.extract;
import static dev.slipway.gateway.GatewayTestBed.rows;
import static dev.slipway.gateway.GatewayTestBed.store;
import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.gateway.GatewayLimits;
import dev.slipway.gateway.GatewayTestBed;
import dev.slipway.gateway.files.FileSettings;
import dev.slipway.gateway.sql.SqlLimits;
import dev.slipway.gateway.sql.postgres.connection.DatabaseSockets;
import dev.slipway.gateway.ssh.SshLimits;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.request.Place;
import dev.slipway.request.StagingStep;
import dev.slipway.servers.Await;
import dev.slipway.servers.BreakablePostgres;
import dev.slipway.servers.PostgresDatabase;
import dev.slipway.servers.Signals;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests each way in which a source can make a step fail, at a real server. */
@Timeout(300)
class SqlFailuresIT {
    private static final GatewayLimits PATIENT = limits(Await.PATIENCE, Await.PATIENCE.multipliedBy(5));

    private static BreakablePostgres server;
    private static PostgresDatabase reader;

    @TempDir
    private Path folder;

    @BeforeAll
    static void start() {
        server = BreakablePostgres.start();
        reader = server.role("reader");
        server.role("crowded");
        server.run(
                "CREATE TABLE kept (n int PRIMARY KEY)",
                "GRANT SELECT, INSERT ON kept TO reader",
                "CREATE TABLE hidden (n int)",
                "CREATE TABLE locked (n int)",
                "GRANT ALL ON locked TO reader",
                "CREATE PROCEDURE opening(INOUT c refcursor) LANGUAGE plpgsql"
                        + " AS $$ BEGIN OPEN c FOR SELECT 1; END $$",
                "CREATE FUNCTION opened() RETURNS refcursor LANGUAGE plpgsql"
                        + " AS $$ DECLARE c refcursor; BEGIN OPEN c FOR SELECT 1; RETURN c; END $$",
                "ALTER ROLE reader SET temp_file_limit = '64kB'",
                "ALTER ROLE reader SET work_mem = '64kB'",
                "ALTER ROLE reader SET lock_timeout = '200ms'",
                "ALTER ROLE crowded CONNECTION LIMIT 0",
                "CREATE FUNCTION full_disk() RETURNS int LANGUAGE plpgsql AS"
                        + " $$ BEGIN RAISE EXCEPTION 'no space' USING ERRCODE = '53100'; END $$");
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static PostgresDatabase at(String address) {
        return new PostgresDatabase(address, reader.user(), reader.password());
    }

    private static GatewayLimits limits(Duration connect, Duration statement) {
        return new GatewayLimits(
                new SqlLimits(2, connect, statement, 10, 10), SshLimits.STANDARD, FileSettings.STANDARD);
    }

    private Problem problem(GatewayLimits limits, PostgresDatabase database, StagingStep step) throws Exception {
        try (GatewayTestBed bed = GatewayTestBed.on(database, folder, limits)) {
            bed.write("n.csv", "n\n1\n2\n");
            bed.write("twice.csv", "n\n7\n7\n");
            bed.write("words.csv", "n\n1\nseven\n");
            Problem problem = bed.problemOf(step);
            assertThat(bed.names()).doesNotContain("out.csv");
            return problem;
        }
    }

    static Stream<Arguments> failures() {
        PostgresDatabase wrong = new PostgresDatabase(reader.jdbcUrl(), reader.user(), "wrong");
        PostgresDatabase nobody = new PostgresDatabase(reader.jdbcUrl(), "nobody", "pw");
        PostgresDatabase crowded = new PostgresDatabase(reader.jdbcUrl(), "crowded", "pw");
        StagingStep one = extract("SELECT 1 AS a", "out.csv");
        return Stream.of(
                Arguments.of("wrong password", wrong, one, ProblemCode.DATABASE_LOGIN),
                Arguments.of("no such role", nobody, one, ProblemCode.DATABASE_LOGIN),
                Arguments.of(
                        "no such database",
                        at(reader.jdbcUrl().replaceAll("postgres$", "none")),
                        one,
                        ProblemCode.DATABASE_LOGIN),
                Arguments.of("another product", at("jdbc:other://127.0.0.1/x"), one, ProblemCode.DATABASE_LOGIN),
                Arguments.of("no connection to spare", crowded, one, ProblemCode.DATABASE_UNREACHABLE),
                Arguments.of(
                        "no such name",
                        at("jdbc:postgresql://no-such-host.invalid/x"),
                        one,
                        ProblemCode.DATABASE_UNREACHABLE),
                Arguments.of(
                        "closed port", at("jdbc:postgresql://127.0.0.1:1/x"), one, ProblemCode.DATABASE_UNREACHABLE));
    }

    static Stream<Arguments> refusals() {
        return Stream.of(
                Arguments.of("syntax", reader, extract("SELEC 1", "out.csv"), ProblemCode.STATEMENT_REFUSED),
                Arguments.of("no table", reader, extract("TABLE none", "out.csv"), ProblemCode.STATEMENT_REFUSED),
                Arguments.of("no right", reader, extract("TABLE hidden", "out.csv"), ProblemCode.DATABASE_RIGHT),
                Arguments.of(
                        "no right to store",
                        reader,
                        store("INSERT INTO hidden VALUES (?)", "n.csv"),
                        ProblemCode.DATABASE_RIGHT),
                Arguments.of(
                        "twice the same row",
                        reader,
                        store("INSERT INTO kept VALUES (?)", "twice.csv"),
                        ProblemCode.ROW_REJECTED),
                Arguments.of(
                        "a word for a number",
                        reader,
                        store("INSERT INTO kept VALUES (?)", "words.csv"),
                        ProblemCode.ROW_REJECTED),
                Arguments.of(
                        "a parameter of the wrong kind",
                        reader,
                        extract("SELECT n FROM kept WHERE n = ?", "out.csv", rows("words.csv", "n")),
                        ProblemCode.PARAMETER_INVALID),
                Arguments.of(
                        "over the limit on temporary files",
                        reader,
                        extract("SELECT n FROM generate_series(1, 300000) n ORDER BY -n", "out.csv"),
                        ProblemCode.STATEMENT_REFUSED),
                Arguments.of(
                        "disk full",
                        reader,
                        extract("SELECT full_disk()", "out.csv"),
                        ProblemCode.DATABASE_UNREACHABLE));
    }

    @ParameterizedTest(name = "{0}: {3}")
    @MethodSource({"failures", "refusals"})
    void a_failure_has_its_code(String name, PostgresDatabase database, StagingStep step, ProblemCode code)
            throws Exception {
        assertThat(problem(PATIENT, database, step).code()).isEqualTo(code);
    }

    @Test
    void a_statement_over_the_time_limit_is_refused() throws Exception {
        GatewayLimits hasty = limits(Await.PATIENCE, Duration.ofSeconds(1));

        assertThat(problem(hasty, reader, extract("SELECT pg_sleep(600)", "out.csv"))
                        .code())
                .isEqualTo(ProblemCode.STATEMENT_REFUSED);
    }

    @ParameterizedTest
    @CsvSource({"CALL opening(NULL), c", "'SELECT 1 AS a, opened()', opened"})
    void a_cursor_is_refused_with_its_column_and_a_plan_knows_it(String sql, String column) throws Exception {
        StagingStep step = extract(sql, "out.csv");
        List<Problem> planned = new ArrayList<>();

        Problem problem = problem(PATIENT, reader, step);
        try (GatewayTestBed bed = GatewayTestBed.on(reader, folder, PATIENT)) {
            bed.gateway.look(
                    new Place.Source("risk"),
                    List.of(step),
                    GatewayTestBed.OWNER,
                    (each, look) -> planned.addAll(look.problems()));
        }

        assertThat(problem.code()).isEqualTo(ProblemCode.STATEMENT_REFUSED);
        assertThat(problem.message()).isEqualTo("column " + column + " of the statement for source risk is a cursor");
        assertThat(problem.detail()).contains("select the rows themselves");
        assertThat(planned).containsExactly(problem);
    }

    @Test
    void a_lock_that_is_not_had_is_an_outage() throws Exception {
        try (Connection holder = server.database().dataSource().getConnection();
                Statement lock = holder.createStatement()) {
            holder.setAutoCommit(false);
            lock.execute("LOCK TABLE locked");

            assertThat(problem(PATIENT, reader, store("INSERT INTO locked VALUES (?)", "n.csv"))
                            .code())
                    .isEqualTo(ProblemCode.DATABASE_UNREACHABLE);
        }
    }

    @Test
    void a_server_that_is_stopped_is_away_until_it_is_back() throws Exception {
        try (GatewayTestBed bed = GatewayTestBed.on(reader, folder, PATIENT)) {
            Place risk = new Place.Source("risk");
            assertThat(bed.gateway.probe(risk)).isEmpty();
            server.stop();
            Optional<Problem> probed = bed.gateway.probe(risk);
            Problem met = bed.problemOf(extract("SELECT 1 AS a", "out.csv"));
            server.revive();

            assertThat(met.code()).isEqualTo(ProblemCode.DATABASE_UNREACHABLE);
            assertThat(probed).contains(met);
            assertThat(bed.gateway.probe(risk)).isEmpty();
            assertThat(bed.move(extract("SELECT 1 AS a", "out.csv")).rows()).isEqualTo(1);
        }
    }

    @Test
    void a_server_that_is_paused_is_away_after_the_time_to_connect() throws Exception {
        GatewayLimits hasty = limits(Duration.ofSeconds(2), Duration.ofSeconds(2));
        server.pause();
        try {
            assertThat(problem(hasty, reader, extract("SELECT 1 AS a", "out.csv"))
                            .code())
                    .isEqualTo(ProblemCode.DATABASE_UNREACHABLE);
        } finally {
            server.resume();
        }
    }

    @Test
    void a_server_that_is_killed_during_an_extract_is_away_and_no_file_is_left() throws Exception {
        assertThat(during(extract("SELECT n, pg_sleep(1) FROM generate_series(1, 600) n", "out.csv"), server::kill)
                        .code())
                .isEqualTo(ProblemCode.DATABASE_UNREACHABLE);
        server.revive();
    }

    @Test
    void a_server_that_is_killed_during_a_store_is_away_and_nothing_is_stored() throws Exception {
        server.run("DELETE FROM kept");
        assertThat(during(store("INSERT INTO kept SELECT ?::int FROM pg_sleep(600)", "n.csv"), server::kill)
                        .code())
                .isEqualTo(ProblemCode.DATABASE_UNREACHABLE);
        server.revive();
        assertThat(GatewayTestBed.ask(server.database(), "SELECT count(*) FROM kept"))
                .isEqualTo("0");
    }

    @Test
    void a_connection_that_an_administrator_ends_is_an_outage() throws Exception {
        Runnable end = () ->
                server.run("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'slipway'");

        assertThat(during(extract("SELECT pg_sleep(600)", "out.csv"), end).code())
                .isEqualTo(ProblemCode.DATABASE_UNREACHABLE);
    }

    @Test
    void a_server_process_that_falls_silent_in_a_statement_is_given_up_soon_after_the_statements_time()
            throws Exception {
        // The server process is stopped while the statement may still run. The step gives the process up after the
        // statement's time and the time to connect.
        GatewayLimits hasty = limits(Duration.ofSeconds(5), Duration.ofSeconds(8));
        CompletableFuture<Problem> end = begin(hasty, extract("SELECT pg_sleep(600)", "out.csv"));
        List<ProcessHandle> backend = List.of(ProcessHandle.of(awaitBackend()).orElseThrow());
        Signals.send("STOP", backend);
        try {
            Problem problem = Await.end(end);

            assertThat(problem.code()).isEqualTo(ProblemCode.DATABASE_UNREACHABLE);
        } finally {
            Signals.send("CONT", backend);
        }
    }

    @Test
    void a_server_that_fails_over_takes_a_store_when_it_is_the_primary() throws Exception {
        server.run("DELETE FROM kept");
        server.becomeStandby();
        StagingStep store = store("INSERT INTO kept VALUES (?)", "n.csv");
        try (GatewayTestBed bed = GatewayTestBed.on(reader, folder, PATIENT)) {
            bed.write("n.csv", "n\n1\n2\n");

            assertThat(bed.problemOf(store).code()).isEqualTo(ProblemCode.DATABASE_UNREACHABLE);
            assertThat(bed.problemOf(extract("CREATE TABLE x (n int)", "out.csv"))
                            .code())
                    .isEqualTo(ProblemCode.STATEMENT_REFUSED);
            server.promote();
            assertThat(bed.move(store).rows()).isEqualTo(2);
        }
    }

    @Test
    void a_connection_is_watched_by_the_kernel() throws Exception {
        try (var socket = new DatabaseSockets().createSocket()) {
            assertThat(socket.getOption(jdk.net.ExtendedSocketOptions.TCP_KEEPIDLE))
                    .isEqualTo(DatabaseSockets.IDLE_SECONDS);
        }
    }

    private Problem during(StagingStep step, Runnable breaking) throws Exception {
        CompletableFuture<Problem> end = begin(PATIENT, step);
        awaitBackend();
        breaking.run();
        return Await.end(end);
    }

    private CompletableFuture<Problem> begin(GatewayLimits limits, StagingStep step) {
        return CompletableFuture.supplyAsync(() -> {
            try {
                return problem(limits, reader, step);
            } catch (ProblemException e) {
                return e.problem();
            } catch (Exception e) {
                throw new AssertionError(e);
            }
        });
    }

    /** Waits until the step's statement runs, and returns its server process. */
    private static long awaitBackend() throws Exception {
        try (Connection connection = server.database().dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            AtomicLong backend = new AtomicLong();
            Await.until("the statement runs", () -> {
                try (ResultSet row = statement.executeQuery("SELECT pid FROM pg_stat_activity"
                        + " WHERE application_name = 'slipway' AND state = 'active' AND wait_event = 'PgSleep'")) {
                    backend.set(row.next() ? row.getLong(1) : 0);
                }
                return backend.get() > 0;
            });
            return backend.get();
        }
    }
}
