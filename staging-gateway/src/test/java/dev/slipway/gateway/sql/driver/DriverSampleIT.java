package dev.slipway.gateway.sql.driver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.gateway.GatewayTestBed;
import dev.slipway.gateway.sql.SqlLimits;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.request.Place;
import dev.slipway.servers.Await;
import dev.slipway.servers.MariaDbDatabase;
import dev.slipway.staging.RowSample;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests samples of statements from a real MariaDB with a driver from a folder. */
@Timeout(300)
class DriverSampleIT {
    /** The time limit of statements that would never end. */
    private static final Duration SOON = Duration.ofSeconds(2);

    private static MariaDbDatabase database;

    @TempDir
    private Path folder;

    private GatewayTestBed bed;

    @BeforeAll
    static void fill_the_database() throws SQLException {
        database = MariaDbDatabase.fresh();
        database.run(
                "CREATE TABLE book (id int, name varchar(20), price decimal(10,2), scan blob)",
                "INSERT INTO book VALUES (1, 'rates', 1.50, x'00ff'), (2, '', NULL, NULL), (3, NULL, 3, NULL),"
                        + " (4, 'x', 4, NULL)",
                "CREATE TABLE touched (n int) ENGINE=MyISAM",
                "CREATE FUNCTION touch() RETURNS int BEGIN INSERT INTO touched VALUES (1); RETURN 1; END",
                "CREATE PROCEDURE touching() BEGIN INSERT INTO touched VALUES (1); SELECT 1 AS a; END");
    }

    @BeforeEach
    void open() throws IOException {
        bed = bed(Await.PATIENCE);
    }

    private GatewayTestBed bed(Duration patience) throws IOException {
        return DriverSource.bed(
                DriverSource.of(database, folder), folder, new SqlLimits(2, patience, Duration.ofHours(2), 100, 100));
    }

    @AfterEach
    void close() {
        bed.close();
    }

    private RowSample sample(String sql) throws InterruptedException {
        return bed.gateway.sample(new Place.Source("risk"), sql, 3, GatewayTestBed.OWNER);
    }

    @Test
    void shows_columns_types_and_first_rows_as_an_extract_writes_them() throws Exception {
        RowSample sample = sample("SELECT id, name, price, scan FROM book ORDER BY id");

        assertThat(sample.columns())
                .containsExactly(
                        new RowSample.Column("id", "INTEGER"),
                        new RowSample.Column("name", "VARCHAR"),
                        new RowSample.Column("price", "DECIMAL"),
                        new RowSample.Column("scan", "BLOB"));
        assertThat(sample.rows()).hasSize(3);
        assertThat(sample.rows().get(0))
                .containsExactly(Optional.of("1"), Optional.of("rates"), Optional.of("1.50"), Optional.of("\\x00ff"));
        assertThat(sample.rows().get(1))
                .containsExactly(Optional.of("2"), Optional.of(""), Optional.empty(), Optional.empty());
        assertThat(sample.more()).isTrue();
        assertThat(sample("SELECT id FROM book WHERE id < 4").more()).isFalse();
    }

    @Test
    void tells_the_columns_of_a_statement_with_parameters_and_does_not_run_it() throws Exception {
        RowSample sample = sample("SELECT id, name AS t FROM book WHERE id = ?");

        assertThat(sample.columns()).extracting(RowSample.Column::name).containsExactly("id", "t");
        assertThat(sample.rows()).isEmpty();
        assertThat(sample.notes()).contains("not run: a job takes the values of its parameters from a file");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT 1; DELETE FROM book",
                "DELETE FROM book",
                "INSERT INTO touched VALUES (1)",
                "INSERT INTO touched VALUES (1) RETURNING n",
                "DROP TABLE touched",
                "SET GLOBAL max_connections = 1",
                "/* a comment */ UPDATE book SET id = 7",
                "/*!50000 DELETE FROM book */",
                "SELECT touch()",
                "SELECT id FROM book INTO OUTFILE '/tmp/slipway-outfile'",
                "SELECT id FROM book INTO/**/DUMPFILE '/tmp/slipway-outfile'",
                "WITH d AS (SELECT 1) DELETE FROM book",
                "SELECT nothing FROM book",
                "EXECUTE IMMEDIATE 'DELETE FROM book'",
                "LOAD DATA LOCAL INFILE '/etc/passwd' INTO TABLE touched",
                "ANALYZE FORMAT=JSON DELETE FROM book",
                " -- nothing",
            })
    void refuses_what_is_not_one_reading_query(String attack) throws Exception {
        try {
            throw new AssertionError("not refused, but " + sample(attack));
        } catch (ProblemException e) {
            assertThat(e.problem().code()).as(e.problem().toString()).isEqualTo(ProblemCode.STATEMENT_REFUSED);
        }
        unchanged();
    }

    private static void unchanged() throws SQLException {
        assertThat(DriverSource.ask(database, "SELECT count(*) FROM book")).isEqualTo("4");
        assertThat(DriverSource.ask(database, "SELECT count(*) FROM touched")).isEqualTo("0");
    }

    @Test
    void does_not_run_a_call() throws Exception {
        RowSample sample = sample("CALL touching()");

        assertThat(sample.rows()).isEmpty();
        assertThat(sample.notes()).contains("not run: what a CALL does is known only when it runs");
        unchanged();
    }

    /**
     * Samples under the short limit. The limit also holds for connecting, so the call is repeated if a busy machine was
     * too slow.
     */
    private RowSample hurried(String sql) throws Exception {
        bed.close();
        bed = bed(SOON);
        while (true) {
            try {
                return sample(sql);
            } catch (ProblemException e) {
                assertThat(e.problem().code()).isEqualTo(ProblemCode.DATABASE_UNREACHABLE);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"SELECT id, sleep(600) FROM book", "SELECT count(*) FROM seq_1_to_1000000 a, seq_1_to_1000000 b"
            })
    void gives_up_a_statement_that_takes_long_and_still_tells_its_columns(String slow) throws Exception {
        // The statement alone would take minutes.
        RowSample sample = hurried(slow);

        assertThat(sample.columns()).isNotEmpty();
        assertThat(sample.rows()).isEmpty();
        assertThat(sample.notes()).containsExactly("no rows, for there were none within 2 s; a job waits for longer");
    }

    @Test
    void a_million_rows_are_three_and_a_huge_value_is_cut() throws Exception {
        RowSample sample = sample("SELECT seq, repeat('x', 10000000) AS huge FROM seq_1_to_1000000");

        assertThat(sample.rows()).hasSize(3);
        assertThat(sample.rows().get(2).get(1)).contains("x".repeat(200) + "\u2026");
        assertThat(sample.more()).isTrue();
    }
}
