package dev.slipway.gateway.sql.postgres;

import static dev.slipway.gateway.GatewayTestBed.extract;
import static dev.slipway.gateway.GatewayTestBed.rows;
import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.gateway.GatewayLimits;
import dev.slipway.gateway.GatewayTestBed;
import dev.slipway.gateway.step.Cancellation;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.servers.PostgresDatabase;
import dev.slipway.staging.StepReport;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.core.BaseConnection;

/** Tests that many parameter rows give the same bytes in one pass as one by one, or run one by one. */
class OnePassIT {
    /** A comment that keeps a statement from running in one pass. */
    private static final String ROW_BY_ROW = " /* slipway_ */";

    private static PostgresDatabase database;
    private static GatewayTestBed bed;

    @BeforeContainer
    @BeforeAll
    static void open() throws Exception {
        database = PostgresDatabase.fresh();
        bed = GatewayTestBed.on(database, Files.createTempDirectory("slipway-pass"), GatewayLimits.STANDARD);
        GatewayTestBed.run(
                database,
                "CREATE TABLE trades(id serial PRIMARY KEY, book int, kind text, quantity numeric)",
                "INSERT INTO trades(book, kind, quantity) SELECT i % 7, chr(97 + i % 3), i / 4.0"
                        + " FROM generate_series(1, 60) i",
                "CREATE FUNCTION fail_at(n int) RETURNS int LANGUAGE plpgsql AS $$ BEGIN"
                        + " IF n = 3 THEN RAISE EXCEPTION 'three'; END IF; RETURN n; END $$",
                "CREATE DOMAIN note AS json");
    }

    @AfterContainer
    @AfterAll
    static void close() throws Exception {
        bed.close();
        try (var paths = Files.walk(bed.runFolder.getParent())) {
            for (Path path : paths.sorted(java.util.Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }

    private static boolean goesInOnePass(String sql) throws SQLException {
        try (Connection connection = database.dataSource().getConnection()) {
            connection.setAutoCommit(false);
            BaseConnection postgres = connection.unwrap(BaseConnection.class);
            UserStatement query = UserStatement.query(postgres, sql, "risk");
            return OnePass.of(new BoundExtract(
                            extract(sql, "none.csv"),
                            query,
                            bed.runFolder,
                            postgres,
                            postgres::rollback,
                            new Cancellation()))
                    .isPresent();
        }
    }

    private static void sameBytes(String sql, String parameters) throws Exception {
        bed.write("p.csv", parameters);
        StepReport byRow = bed.move(extract(sql + ROW_BY_ROW, "rows.csv", rows("p.csv")));
        StepReport atOnce = bed.move(extract(sql, "pass.csv", rows("p.csv")));

        assertThat(bed.runFolder.resolve("pass.csv")).hasSameBinaryContentAs(bed.runFolder.resolve("rows.csv"));
        assertThat(atOnce.rows()).isEqualTo(byRow.rows());
        assertThat(atOnce.bytes()).isEqualTo(byRow.bytes());
        assertThat(atOnce.statement().orElseThrow().parameterRows())
                .isEqualTo(byRow.statement().orElseThrow().parameterRows());
        assertThat(atOnce.statement().orElseThrow().parametersSha256())
                .isEqualTo(byRow.statement().orElseThrow().parametersSha256());
    }

    @Provide
    Arbitrary<List<String>> texts() {
        return Arbitraries.strings()
                .withChars("ab ,\"\n\\.\t;'?${}é€")
                .ofMaxLength(6)
                .edgeCases(edges -> edges.add("\\.", "", "\"", "NULL", "null", "\\u0041", "$1"))
                .injectNull(0.2)
                .list()
                .ofMaxSize(150);
    }

    @Property(tries = 30, shrinking = ShrinkingMode.OFF)
    void any_values_give_the_same_bytes(@ForAll("texts") List<String> texts) throws Exception {
        StringBuilder csv = new StringBuilder("text,number\n");
        int number = 0;
        for (String text : texts) {
            csv.append(text == null ? "" : '"' + text.replace("\"", "\"\"") + '"')
                    .append(',')
                    .append(number++ % 9)
                    .append('\n');
        }
        sameBytes(
                "SELECT id, ? AS \"given, text\", kind, quantity FROM trades WHERE book = ? ORDER BY quantity DESC, id",
                csv.toString());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT id FROM trades WHERE quantity > ? ORDER BY id\n12.50",
                "SELECT ?::timestamptz + interval '1 day' AS t, 1 AS a, 2 AS a\n2026-03-02 09:30:00.5+01",
                "SELECT * FROM generate_series(1, ?) WITH ORDINALITY\n4",
                "SELECT id FROM trades ORDER BY id LIMIT ? OFFSET ?\n2,3",
                "SELECT ?::json->>'a' AS a, 'x' AS b\n\"{\"\"a\"\": \"\"b\"\"}\"",
                "SELECT ?::note\n\"[1,  2]\"",
                "SELECT ?::int[] AS numbers\n\"{1,2}\"",
                "SELECT ?::\"char\", ?::bpchar, 'a  '::char(5)\na,b",
                "SELECT ?::bytea, ?::bool\n\\xff,yes",
                "WITH RECURSIVE n(i) AS (SELECT ?::int UNION ALL SELECT i - 1 FROM n WHERE i > 0) SELECT i FROM n\n3",
                "VALUES (?::int, 'what?')\n1",
                "SELECT count(*), sum(quantity) FROM trades WHERE book IN (?, ?) GROUP BY book ORDER BY 1, 2\n1,2",
                "SELECT id FROM trades WHERE id <= ? -- to the end\n3",
            })
    void goes_in_one_pass(String statementAndRow) throws Exception {
        String[] parts = statementAndRow.split("\n");
        String header = IntStream.range(0, UserStatement.parametersOf(parts[0]))
                .mapToObj(i -> "p" + i)
                .collect(Collectors.joining(","));

        assertThat(goesInOnePass(parts[0])).isTrue();
        sameBytes(parts[0] + "\n", header + "\n" + parts[1] + "\n" + parts[1] + "\n");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT max(?::int) AS most",
                "SELECT '{\"a\": 1}'::jsonb ?? 'a' AS has, ?::int AS n",
                "SELECT id AS slipway_id FROM trades WHERE id = ?",
                "SELECT ?::text, v0 FROM (SELECT 'other' AS v0) SLIPWAY_row",
            })
    void what_the_server_does_not_take_in_one_pass_is_run_row_by_row(String sql) throws Exception {
        assertThat(goesInOnePass(sql)).isFalse();
        sameBytes(sql, "n\n2\n1\n");
    }

    @Test
    void many_rows_keep_the_order_of_their_file() throws Exception {
        StringBuilder csv = new StringBuilder("n\n");
        IntStream.range(0, 25_000).forEach(i -> csv.append(i * 7919L % 25_000).append('\n'));
        bed.write("p.csv", csv.toString());

        StepReport report = bed.move(extract("SELECT ?::int AS n", "pass.csv.gz", rows("p.csv")));

        assertThat(report.rows()).isEqualTo(25_000);
        bed.move(extract("SELECT ?::int AS n" + ROW_BY_ROW, "rows.csv.gz", rows("p.csv")));
        assertThat(bed.runFolder.resolve("pass.csv.gz")).hasSameBinaryContentAs(bed.runFolder.resolve("rows.csv.gz"));
    }

    @Test
    void a_failure_of_one_row_is_found_and_leaves_nothing() throws Exception {
        bed.write("p.csv", "n\n1\n2\n3\n4\n");

        Problem problem = bed.problemOf(extract("SELECT fail_at(?) AS n", "failed.csv", rows("p.csv")));

        assertThat(problem.code()).isEqualTo(ProblemCode.STATEMENT_REFUSED);
        assertThat(problem.message()).isEqualTo("source risk refuses the statement of extract for line 4 of p.csv");
        assertThat(bed.names()).doesNotContain("failed.csv");
    }

    @Test
    void values_that_look_like_statements_stay_values() throws Exception {
        bed.write("p.csv", "v\n\"x') TO PROGRAM 'id' --\"\n\"'::json); DROP TABLE trades; --\"\n");

        bed.move(extract("SELECT ?::text AS v", "pass.csv", rows("p.csv")));

        assertThat(bed.text("pass.csv")).isEqualTo("v\nx') TO PROGRAM 'id' --\n'::json); DROP TABLE trades; --\n");
        assertThat(GatewayTestBed.ask(database, "SELECT count(*) FROM trades")).isEqualTo("60");
    }

    @Test
    void a_procedure_gives_its_row_and_cannot_write() throws Exception {
        GatewayTestBed.run(
                database,
                "CREATE OR REPLACE PROCEDURE twice(INOUT n int, OUT text text) LANGUAGE plpgsql AS $$ BEGIN"
                        + " n := 2 * n; text := 'a,b'; END $$",
                "CREATE OR REPLACE PROCEDURE answer(OUT n int) LANGUAGE plpgsql AS $$ BEGIN n := 42; END $$",
                "CREATE OR REPLACE PROCEDURE delete_all(INOUT n int) LANGUAGE plpgsql AS $$ BEGIN"
                        + " SET TRANSACTION READ WRITE; DELETE FROM trades; END $$");
        bed.write("p.csv", "n\n4\n5\n");

        bed.move(extract("CALL twice(?, NULL)", "twice.csv", rows("p.csv")));
        bed.move(extract("CALL answer(NULL)", "answer.csv"));
        Problem problem = bed.problemOf(extract("CALL delete_all(1)", "deleted.csv"));

        assertThat(bed.text("twice.csv")).isEqualTo("n,text\n8,\"a,b\"\n10,\"a,b\"\n");
        assertThat(bed.text("answer.csv")).isEqualTo("n\n42\n");
        assertThat(problem.code()).isEqualTo(ProblemCode.STATEMENT_REFUSED);
        assertThat(GatewayTestBed.ask(database, "SELECT count(*) FROM trades")).isEqualTo("60");
    }

    @Test
    void a_statement_without_parameters_is_run_once_for_each_row() throws Exception {
        bed.write("p.csv", "n\n1\n2\n");

        bed.move(extract("SELECT 'x' AS x", "pass.csv", rows("p.csv")));

        assertThat(bed.text("pass.csv")).isEqualTo("x\nx\nx\n");
    }
}
