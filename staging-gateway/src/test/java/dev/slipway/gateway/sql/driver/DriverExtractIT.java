package dev.slipway.gateway.sql.driver;

import static dev.slipway.gateway.GatewayTestBed.extract;
import static dev.slipway.gateway.GatewayTestBed.rows;
import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.gateway.GatewayTestBed;
import dev.slipway.gateway.MemoryLedger;
import dev.slipway.gateway.sql.BroughtDriver;
import dev.slipway.gateway.sql.DatabaseSource;
import dev.slipway.gateway.sql.SqlLimits;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.request.Place;
import dev.slipway.request.StagingStep;
import dev.slipway.servers.Await;
import dev.slipway.servers.MariaDbDatabase;
import dev.slipway.servers.PostgresDatabase;
import dev.slipway.staging.StepLook;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests extracts from MariaDB with a driver from a folder. */
@Timeout(300)
class DriverExtractIT {
    private static final String[] VALUES = {
        "CREATE TABLE kind (n bigint, price decimal(20,6), ratio double precision, small real, day date,"
                + " at timestamp(6) NULL,"
                + " noon time, name varchar(40))",
        "INSERT INTO kind VALUES (1, 12345678901234.500000, 0.1, 1.5, '2026-02-28', '2026-02-28 23:59:59.250000',"
                + " '12:00:00', 'plain')",
        "INSERT INTO kind VALUES (-9223372036854775808, -0.000001, 1e20, 2.5e-7, '1970-01-01', '1970-01-02 00:00:00',"
                + " '00:00:01',"
                + " 'quoted \"and, so on')",
        "INSERT INTO kind VALUES (3, 1.000000, -123456.75, 0, '9999-12-31', '2026-11-01 02:30:00', '23:59:59', '')",
        "INSERT INTO kind VALUES (NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL)",
        "INSERT INTO kind VALUES (5, 0.000000, 1e-5, 123456, '2024-02-29', '2026-03-29 02:30:00.1', '07:08:09',"
                + " 'line\nbreak')"
    };

    private static MariaDbDatabase database;

    @TempDir
    private Path folder;

    private GatewayTestBed bed;

    @BeforeAll
    static void fill_the_database() throws SQLException {
        database = MariaDbDatabase.fresh();
        database.run(VALUES);
        database.run(
                "CREATE TABLE book (id int, name varchar(20))",
                "INSERT INTO book VALUES (1, 'rates'), (2, ''), (3, NULL)",
                "CREATE TABLE touched (n int)",
                "CREATE TABLE truth (t boolean)",
                "INSERT INTO truth VALUES (true), (false), (7), (NULL)",
                "CREATE FUNCTION touch() RETURNS int BEGIN INSERT INTO touched VALUES (1); RETURN 1; END",
                "CREATE PROCEDURE books(least int) SELECT id, name FROM book WHERE id >= least ORDER BY id",
                "CREATE PROCEDURE twice() BEGIN SELECT id FROM book; SELECT name FROM book; END",
                "CREATE PROCEDURE failing() BEGIN SELECT id FROM book; SIGNAL SQLSTATE '45000'; END",
                "CREATE PROCEDURE touching() BEGIN INSERT INTO touched VALUES (1); SELECT 1 AS a; END");
    }

    @BeforeEach
    void open() throws IOException {
        bed = DriverSource.bed(DriverSource.of(database, folder), folder);
    }

    @AfterEach
    void close() {
        bed.close();
    }

    @Test
    void gives_the_same_bytes_as_postgresql_for_the_same_values() throws Exception {
        PostgresDatabase postgres = PostgresDatabase.fresh();
        GatewayTestBed.run(postgres, VALUES);
        String sql = "SELECT n, price, ratio, small, day, at, noon, name FROM kind ORDER BY day";
        bed.move(extract(sql, "by-driver.csv"));

        Path other = Files.createDirectory(folder.resolve("other"));
        try (GatewayTestBed usual = GatewayTestBed.on(postgres, other, dev.slipway.gateway.GatewayLimits.STANDARD)) {
            usual.move(extract(sql + " NULLS FIRST", "usual.csv"));

            assertThat(bed.text("by-driver.csv")).isEqualTo(usual.text("usual.csv"));
        }
    }

    @Test
    void writes_bytes_as_postgresql_does_and_booleans_as_the_numbers_that_they_are_there() throws Exception {
        bed.move(extract(
                "SELECT CAST(x AS SIGNED) = 1 AS a, t, b FROM (SELECT 1 AS x) y"
                        + " CROSS JOIN (SELECT _binary x'00ff' AS b) z CROSS JOIN truth",
                "o.csv"));

        assertThat(bed.text("o.csv")).isEqualTo("a,t,b\n1,1,\\x00ff\n1,0,\\x00ff\n1,7,\\x00ff\n1,,\\x00ff\n");
    }

    @Test
    void shares_no_snapshot_and_that_is_known_before_any_job_runs() {
        assertThat(bed.gateway.unshareable("risk")).hasValueSatisfying(problem -> assertThat(problem.message())
                .isEqualTo("source risk has no snapshots that several extracts could share"));
        assertThat(bed.gateway.unshareable("another")).isEmpty();
    }

    @Test
    void runs_once_for_each_row_of_an_earlier_file_in_its_order() throws Exception {
        bed.write("books.csv", "id,name\n2,\"\"\n1,rates\n9,none\n");

        bed.move(extract(
                "SELECT name, id FROM book WHERE id = ? AND name = ?", "o.csv", rows("books.csv", "id", "name")));

        assertThat(bed.text("o.csv")).isEqualTo("name,id\n\"\",2\nrates,1\n");
    }

    @Test
    void binds_null_and_the_empty_string_apart() throws Exception {
        bed.write("names.csv", "name\n\"\"\n\n");

        bed.move(extract("SELECT id FROM book WHERE name <=> ?", "o.csv", rows("names.csv")));

        assertThat(bed.text("o.csv")).isEqualTo("id\n2\n3\n");
    }

    @Test
    void writes_a_header_when_there_is_no_parameter_row() throws Exception {
        bed.write("books.csv", "id\n");

        bed.move(extract("SELECT id, name AS title FROM book WHERE id = ?", "o.csv", rows("books.csv", "id")));

        assertThat(bed.text("o.csv")).isEqualTo("id,title\n");
    }

    @Test
    void a_parameter_value_is_never_part_of_the_statement() throws Exception {
        bed.write("books.csv", "name\n\"' OR '1'='1\"\n\"\\' OR 1=1 -- \"\n");

        bed.move(extract("SELECT id FROM book WHERE name = ?", "o.csv", rows("books.csv", "name")));

        assertThat(bed.text("o.csv")).isEqualTo("id\n");
    }

    @Test
    void a_procedure_that_returns_rows_is_called() throws Exception {
        bed.write("least.csv", "n\n2\n");

        bed.move(extract("CALL books(?)", "o.csv", rows("least.csv", "n")));

        assertThat(bed.text("o.csv")).isEqualTo("id,name\n2,\"\"\n3,\n");
    }

    @Test
    void a_second_result_is_refused_and_not_lost() throws Exception {
        Problem problem = bed.problemOf(extract("CALL twice()", "o.csv"));

        assertThat(problem.code()).isEqualTo(ProblemCode.STATEMENT_REFUSED);
        assertThat(problem.message()).isEqualTo("the statement for source risk gives a second result");
        assertThat(problem.detail()).contains("write a step for each result");
        assertThat(bed.names()).isEmpty();
    }

    @Test
    void a_procedure_that_fails_after_its_rows_fails() throws Exception {
        Problem problem = bed.problemOf(extract("CALL failing()", "o.csv"));

        assertThat(problem.code()).as(problem.toString()).isEqualTo(ProblemCode.STATEMENT_REFUSED);
        assertThat(bed.names()).isEmpty();
    }

    @Test
    void reports_the_same_for_a_file_that_was_there_after_a_crash() throws Exception {
        bed.write("books.csv", "id\n1\n");
        for (StagingStep step : List.of(
                extract("SELECT id FROM book WHERE id = ?", "named.csv", rows("books.csv", "id")),
                extract("SELECT id FROM book WHERE id = ?", "placed.csv", rows("books.csv")),
                extract("SELECT id FROM book", "none.csv"))) {
            MemoryLedger ledger = new MemoryLedger();

            assertThat(bed.move(step, ledger)).isEqualTo(bed.move(step, ledger));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT 1; DELETE FROM book",
                "DELETE FROM book",
                "INSERT INTO touched VALUES (1)",
                "DROP TABLE touched",
                "SET GLOBAL max_connections = 1",
                "/* a comment */ UPDATE book SET id = 7",
                "/*!50000 DELETE FROM book */",
                "SELECT touch()",
                "CALL touching()",
                "SELECT id FROM book INTO OUTFILE '/tmp/slipway-outfile'",
                "SELECT id FROM book INTO/**/DUMPFILE '/tmp/slipway-outfile'",
                "WITH d AS (SELECT 1) DELETE FROM book",
                "SELECT nothing FROM book",
                "EXECUTE IMMEDIATE 'DELETE FROM book'",
                " -- nothing",
            })
    void refuses_what_is_not_one_reading_query(String attack) throws Exception {
        Problem problem = bed.problemOf(extract(attack, "o.csv"));

        assertThat(problem.code()).as(problem.toString()).isEqualTo(ProblemCode.STATEMENT_REFUSED);
        assertThat(bed.names()).isEmpty();
        assertThat(DriverSource.ask(database, "SELECT count(*) FROM book")).isEqualTo("3");
        assertThat(DriverSource.ask(database, "SELECT count(*) FROM touched")).isEqualTo("0");
    }

    @Test
    void names_what_no_csv_file_can_hold() throws Exception {
        Problem problem = bed.problemOf(extract("SELECT concat('a', char(0 USING utf8mb4)) AS odd", "o.csv"));

        assertThat(problem.code()).isEqualTo(ProblemCode.STATEMENT_REFUSED);
        assertThat(problem.message()).contains("NUL").contains("odd");
        assertThat(bed.names()).isEmpty();
    }

    @Test
    void parameters_without_rows_are_told() throws Exception {
        Problem problem = bed.problemOf(extract("SELECT id FROM book WHERE id = ?", "o.csv"));

        assertThat(problem.code()).isEqualTo(ProblemCode.PARAMETER_INVALID);
    }

    @Test
    void a_wrong_password_is_a_refused_login_that_shows_no_password() throws Exception {
        try (GatewayTestBed refused =
                DriverSource.bed(DriverSource.of(database.jdbcUrl(), database.user(), "canary-7e1b", folder), folder)) {
            Problem problem = refused.problemOf(extract("SELECT 1", "o.csv"));

            assertThat(problem.code()).as(problem.toString()).isEqualTo(ProblemCode.DATABASE_LOGIN);
            assertThat(problem.toString()).doesNotContain("canary");
            assertThat(refused.gateway.probe(new Place.Source("risk")).map(Problem::code))
                    .contains(ProblemCode.DATABASE_LOGIN);
        }
    }

    @Test
    void a_user_without_the_right_is_told_so() throws Exception {
        database.run(
                "CREATE OR REPLACE USER poor@'127.0.0.1' IDENTIFIED BY 'poor'",
                "GRANT SELECT ON truth TO poor@'127.0.0.1'");
        try (GatewayTestBed poor =
                DriverSource.bed(DriverSource.of(database.jdbcUrl(), "poor", "poor", folder), folder)) {
            assertThat(poor.problemOf(extract("SELECT id FROM book", "o.csv")).code())
                    .isEqualTo(ProblemCode.DATABASE_RIGHT);
        }
    }

    @Test
    void a_server_that_is_away_is_an_outage() throws Exception {
        try (GatewayTestBed away =
                DriverSource.bed(DriverSource.of("jdbc:mariadb://127.0.0.1:1/none", "nobody", "x", folder), folder)) {
            assertThat(away.problemOf(extract("SELECT 1", "o.csv")).code()).isEqualTo(ProblemCode.DATABASE_UNREACHABLE);
        }
    }

    @Test
    void a_server_that_takes_a_call_and_says_nothing_is_an_outage() throws Exception {
        try (var mute = new java.net.ServerSocket(0, 5, java.net.InetAddress.getLoopbackAddress());
                GatewayTestBed away = DriverSource.bed(
                        DriverSource.of(
                                "jdbc:mariadb://127.0.0.1:" + mute.getLocalPort() + "/none", "nobody", "x", folder),
                        folder,
                        new SqlLimits(1, Duration.ofSeconds(1), Duration.ofMinutes(1), 10, 10))) {
            assertThat(away.problemOf(extract("SELECT 1", "o.csv")).code()).isEqualTo(ProblemCode.DATABASE_UNREACHABLE);
        }
    }

    @Test
    void the_server_ends_a_statement_at_its_time_limit() throws Exception {
        try (GatewayTestBed hasty = DriverSource.bed(
                DriverSource.of(database, folder),
                folder,
                new SqlLimits(1, Await.PATIENCE, Duration.ofSeconds(1), 10, 10))) {
            Problem problem = hasty.problemOf(extract("SELECT sleep(600)", "o.csv"));

            assertThat(problem.code()).isEqualTo(ProblemCode.STATEMENT_REFUSED);
            assertThat(problem.message()).contains("time limit");
            assertThat(problem.detail()).contains("slipway.limits.statement-timeout");
        }
    }

    @Test
    void a_cancel_ends_the_statement_at_the_server() throws Exception {
        AtomicReference<Throwable> end = new AtomicReference<>();
        Thread caller = new Thread(() -> {
            try {
                bed.move(extract("SELECT sleep(600) AS cancelled", "o.csv"));
            } catch (InterruptedException | ProblemException e) {
                end.set(e);
            }
        });
        caller.start();
        awaitSleeping("1");
        caller.interrupt();
        Await.end(caller);

        assertThat(end.get()).isInstanceOf(InterruptedException.class);
        awaitSleeping("0");
        assertThat(bed.names()).isEmpty();
    }

    private static void awaitSleeping(String count) {
        Await.until(count + " statements sleep", () -> DriverSource.ask(
                        database,
                        "SELECT count(*) FROM information_schema.processlist WHERE info LIKE '%AS cancelled%'"
                                + " AND info NOT LIKE '%processlist%'")
                .equals(count));
    }

    @Test
    void no_driver_is_told_with_its_folder_and_what_to_do() throws Exception {
        DatabaseSource source = DriverSource.of(database, folder);
        Path empty = Files.createDirectory(folder.resolve("empty"));
        Map<BroughtDriver, String> wrong = Map.of(
                new BroughtDriver(empty, Optional.empty(), false), "jdbc:mariadb:",
                new BroughtDriver(folder.resolve("none"), Optional.empty(), false), "jdbc:mariadb:",
                new BroughtDriver(folder.resolve("drivers"), Optional.of("com.example.Driver"), false),
                        "com.example.Driver",
                new BroughtDriver(folder.resolve("drivers"), Optional.of("java.lang.String"), false),
                        "java.lang.String");
        for (BroughtDriver driver : wrong.keySet()) {
            try (GatewayTestBed lost = DriverSource.bed(
                    new DatabaseSource(
                            "risk", source.jdbcUrl(), source.user(), source.passwordFile(), Optional.of(driver)),
                    folder)) {
                Problem problem = lost.problemOf(extract("SELECT 1", "o.csv"));

                assertThat(problem.code()).isEqualTo(ProblemCode.DATABASE_NOT_SET_UP);
                assertThat(problem.message())
                        .contains(driver.folder().toString())
                        .contains(wrong.get(driver))
                        .contains("risk");
                assertThat(problem.detail()).contains("into that folder and start the service again");
            }
        }
    }

    @Test
    void a_plan_describes_statements_and_runs_none() throws Exception {
        Map<StagingStep, StepLook> looks = new ConcurrentHashMap<>();
        StagingStep good = extract("SELECT id, name FROM book WHERE id = ?", "o.csv", rows("books.csv", "id"));
        StagingStep plain = extract("SELECT id FROM book ORDER BY name", "q.csv");
        StagingStep bad = extract("SELECT nothing FROM book", "p.csv");
        StagingStep store = GatewayTestBed.store("INSERT INTO touched VALUES (?)", "n.csv");

        bed.gateway.look(new Place.Source("risk"), List.of(good, plain, bad, store), GatewayTestBed.OWNER, looks::put);

        assertThat(looks.get(good).problems()).isEmpty();
        assertThat(looks.get(good).statement().orElseThrow().columns()).containsExactly("id", "name");
        assertThat(looks.get(good).notes())
                .contains(
                        "parameters: id as text",
                        "this database tells no types of parameters: write CAST(? AS ...) where one must be"
                                + " other than text");
        assertThat(looks.get(plain).notes()).noneMatch(note -> note.contains("CAST"));
        assertThat(looks.get(good).notes()).contains("the server explains it, for NULL in each ?");
        assertThat(looks.get(plain).notes()).anySatisfy(note -> assertThat(note)
                .startsWith("the server's plan: ")
                .contains("table book, type ALL", "rows 3", "filesort"));
        assertThat(looks.get(bad).problems()).singleElement().satisfies(problem -> assertThat(problem.code())
                .isEqualTo(ProblemCode.STATEMENT_REFUSED));
        assertThat(looks.get(store).problems()).isEmpty();
        assertThat(looks.get(store).statement().orElseThrow().parameters()).hasSize(1);
        assertThat(DriverSource.ask(database, "SELECT count(*) FROM touched")).isEqualTo("0");
    }
}
