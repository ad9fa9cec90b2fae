package dev.slipway.gateway.sql.postgres;

import static dev.slipway.gateway.GatewayTestBed.ask;
import static dev.slipway.gateway.GatewayTestBed.store;
import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.gateway.GatewayLimits;
import dev.slipway.gateway.GatewayTestBed;
import dev.slipway.gateway.MemoryLedger;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.servers.PostgresDatabase;
import dev.slipway.staging.StepReport;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that a store reports the database's own count of its rows. */
class StoreCountsIT {
    private static final String ROWS = "k,v\n1,10\n2,20\n3,30\n";

    private static PostgresDatabase database;

    @TempDir
    private Path folder;

    private GatewayTestBed bed;

    @BeforeAll
    static void make_the_database() throws Exception {
        database = PostgresDatabase.fresh();
        GatewayTestBed.run(
                database,
                "CREATE FUNCTION no_twos() RETURNS trigger LANGUAGE plpgsql AS"
                        + " $$ BEGIN IF NEW.k = 2 THEN RETURN NULL; END IF; RETURN NEW; END $$",
                "CREATE PROCEDURE nothing(k int, v int) LANGUAGE sql AS $$ SELECT 1 $$");
    }

    @BeforeEach
    void open() throws Exception {
        GatewayTestBed.run(
                database, "DROP TABLE IF EXISTS t", "CREATE TABLE t(k int PRIMARY KEY, v int CHECK (v < 1000))");
        bed = GatewayTestBed.on(database, folder, GatewayLimits.STANDARD);
        bed.write("t.csv", ROWS);
    }

    @AfterEach
    void close() {
        bed.close();
    }

    private static void leaveTwosOut() throws SQLException {
        GatewayTestBed.run(
                database, "CREATE TRIGGER t BEFORE INSERT OR UPDATE ON t FOR EACH ROW EXECUTE FUNCTION no_twos()");
    }

    private static String content() throws SQLException {
        return ask(database, "SELECT coalesce(string_agg(k || '=' || v, ' ' ORDER BY k), '') FROM t");
    }

    private static void isOf(StepReport report, long stored, long sent) {
        assertThat(report.rows()).isEqualTo(stored);
        assertThat(report.statement().orElseThrow().parameterRows()).isEqualTo(sent);
    }

    @Test
    void an_update_that_matches_no_row_is_told_with_its_lines_and_nothing_is_stored() throws Exception {
        GatewayTestBed.run(database, "INSERT INTO t VALUES (10, 0), (30, 0)");
        bed.write("t.csv", "v,k\n1,10\n2,20\n3,30\n4,40\n");

        Problem problem = bed.problemOf(store("UPDATE t SET v = ? WHERE k = ?", "t.csv"));

        assertThat(problem.code()).isEqualTo(ProblemCode.ROW_NOT_STORED);
        assertThat(problem.message()).isEqualTo("lines 3 and 5 of t.csv are not stored");
        assertThat(problem.detail()).contains("line 3 of t.csv: the database changed no row for it");
        assertThat(content()).isEqualTo("10=0 30=0");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "INSERT INTO t VALUES (?, ?)",
                "INSERT INTO t SELECT ?, ?",
                "INSERT INTO t VALUES (?, ?) ON CONFLICT (k) DO UPDATE SET v = excluded.v",
                "COPY t (k, v) FROM STDIN"
            })
    void a_row_that_a_trigger_leaves_out_is_told_with_its_line_and_nothing_is_stored(String statement)
            throws Exception {
        leaveTwosOut();

        Problem problem = bed.problemOf(store(statement, "t.csv"));

        assertThat(problem.code()).isEqualTo(ProblemCode.ROW_NOT_STORED);
        assertThat(problem.message()).isEqualTo("line 3 of t.csv is not stored");
        assertThat(content()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "INSERT INTO t VALUES (?, ?) ON CONFLICT DO NOTHING",
                "/* some are there */ insert into t values (?, ?) on conflict (k)\ndo nothing",
                "INSERT INTO t VALUES (?, ?) ON CONFLICT (k) DO UPDATE SET v = excluded.v WHERE t.v > 100",
                "WITH one AS (SELECT ?::int AS k, ?::int AS v) INSERT INTO t SELECT * FROM one ON CONFLICT DO NOTHING",
                "MERGE INTO t USING (VALUES (?::int, ?::int)) n(k, v) ON t.k = n.k"
                        + " WHEN NOT MATCHED THEN INSERT VALUES (n.k, n.v)"
            })
    void a_statement_may_say_that_it_leaves_rows_out_and_they_are_not_counted(String statement) throws Exception {
        GatewayTestBed.run(database, "INSERT INTO t VALUES (2, 7)");
        MemoryLedger ledger = new MemoryLedger();

        StepReport report = bed.move(store(statement, "t.csv"), ledger);

        isOf(report, 2, 3);
        assertThat(content()).isEqualTo("1=10 2=7 3=30");
        assertThat(bed.move(store(statement, "t.csv"), ledger))
                .as("after a crash")
                .isEqualTo(report);
        assertThat(bed.settle(store(statement, "t.csv"), ledger)).contains(report);
    }

    @Test
    void a_delete_counts_the_rows_for_which_it_deleted_some() throws Exception {
        GatewayTestBed.run(database, "INSERT INTO t VALUES (2, 7), (9, 7)");

        isOf(bed.move(store("DELETE FROM t WHERE k = ?", "t.csv")), 1, 3);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "CALL nothing(?, ?)",
                "INSERT INTO t VALUES (?, ?) RETURNING k",
                "WITH new AS (INSERT INTO t VALUES (?, ?) RETURNING 1) SELECT count(*) FROM new"
            })
    void of_what_tells_no_count_all_that_is_accepted_counts(String statement) throws Exception {
        isOf(bed.move(store(statement, "t.csv")), 3, 3);
    }

    @Test
    void an_intent_of_an_earlier_version_counts_all_rows() throws Exception {
        MemoryLedger ledger = new MemoryLedger();
        StepReport report = bed.move(store("INSERT INTO t VALUES (?, ?)", "t.csv"), ledger);
        MemoryLedger old = new MemoryLedger();
        old.intend(ledger.keys().get(0).replaceFirst(":3$", ""));

        assertThat(bed.move(store("INSERT INTO t VALUES (?, ?)", "t.csv"), old)).isEqualTo(report);
    }

    @ParameterizedTest
    @ValueSource(strings = {"INSERT INTO t VALUES (?, ?)", "COPY t (k, v) FROM STDIN"})
    void the_first_rejected_rows_are_told_each_with_its_reason_and_nothing_is_stored(String statement)
            throws Exception {
        bed.write("t.csv", "k,v\n1,1\n1,2\n3,heavy\n4,4\n5,5000\n");

        Problem problem = bed.problemOf(store(statement, "t.csv"));

        assertThat(problem.code()).isEqualTo(ProblemCode.ROW_REJECTED);
        assertThat(problem.message()).isEqualTo("lines 3, 4 and 6 of t.csv are refused");
        assertThat(problem.detail().lines()).hasSize(4);
        assertThat(problem.detail())
                .contains("line 3 of t.csv: duplicate key")
                .contains("line 4 of t.csv, column v: invalid input syntax for type integer: \"heavy\"")
                .contains("line 6 of t.csv: new row for relation \"t\" violates check constraint")
                .endsWith("The lines up to 6 were tried.");
        assertThat(content()).isEmpty();
    }

    @Test
    void of_many_rejected_rows_five_are_told() throws Exception {
        StringBuilder csv = new StringBuilder("k,v\n");
        IntStream.range(0, 900).forEach(i -> csv.append(i).append(i % 2 == 0 ? ",1\n" : ",5000\n"));
        bed.write("t.csv", csv.toString());

        Problem problem = bed.problemOf(store("INSERT INTO t VALUES (?, ?)", "t.csv"));

        assertThat(problem.message()).isEqualTo("lines 3, 5, 7, 9 and 11 of t.csv are refused");
        assertThat(problem.detail()).endsWith("The lines up to 11 were tried.");
        assertThat(content()).isEmpty();
    }

    @Test
    void a_deferred_constraint_says_that_it_tells_no_line() throws Exception {
        GatewayTestBed.run(database, "ALTER TABLE t ADD CONSTRAINT once UNIQUE (v) DEFERRABLE INITIALLY DEFERRED");
        bed.write("t.csv", "k,v\n1,2\n2,2\n");

        Problem problem = bed.problemOf(store("INSERT INTO t VALUES (?, ?)", "t.csv"));

        assertThat(problem.code()).isEqualTo(ProblemCode.ROW_REJECTED);
        assertThat(problem.detail()).contains("(v)=(2)").contains("does not tell the line");
        assertThat(content()).isEmpty();
    }
}
