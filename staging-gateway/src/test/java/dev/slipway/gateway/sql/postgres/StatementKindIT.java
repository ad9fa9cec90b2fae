package dev.slipway.gateway.sql.postgres;

import static dev.slipway.gateway.GatewayTestBed.ask;
import static dev.slipway.gateway.GatewayTestBed.extract;
import static dev.slipway.gateway.GatewayTestBed.rows;
import static dev.slipway.gateway.GatewayTestBed.store;
import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.gateway.GatewayLimits;
import dev.slipway.gateway.GatewayTestBed;
import dev.slipway.gateway.sql.StatementKind;
import dev.slipway.gateway.sql.StatementTexts;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.servers.PostgresDatabase;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.core.BaseConnection;
import org.postgresql.core.Field;
import org.postgresql.core.Query;
import org.postgresql.core.QueryExecutor;
import org.postgresql.core.ResultCursor;
import org.postgresql.core.ResultHandlerBase;
import org.postgresql.core.Tuple;

/** Tests with many texts that stores run only statements that change rows, and extracts only queries and calls. */
class StatementKindIT {
    private static final int TEXTS = 6000;

    /** The first words of the command tags by which the server names the statements that it ran. */
    private static final Set<String> STORED = Set.of("INSERT", "UPDATE", "DELETE", "MERGE", "SELECT", "CALL");

    private static final Set<String> READ = Set.of("SELECT", "CALL");

    /** Where comments, strings and statements begin and end in PostgreSQL, and words of many kinds of statement. */
    private static final List<String> AROUND = List.of(
            "/*",
            "*/",
            "/* a */",
            "/* /* */",
            "/* /* */ */",
            "--",
            "-- a\n",
            "--a\r",
            "\n",
            "\r",
            " ",
            "'",
            "''",
            "E'",
            "\\'",
            "U&'",
            "\"",
            "$$",
            "$a$",
            ";",
            "(",
            ")",
            "DELETE",
            "CALL",
            "SELECT",
            "/*!",
            "#");

    private static final List<String> STATEMENTS = List.of(
            "INSERT INTO pnl VALUES (1)",
            "UPDATE pnl SET n = 2",
            "DELETE FROM pnl",
            "WITH x AS (SELECT 1 AS n) INSERT INTO pnl SELECT n FROM x",
            "CALL nothing()",
            "SELECT 1 AS one",
            "SELECT n FROM pnl",
            "WITH x AS (SELECT 1 AS n) SELECT n FROM x",
            "SELECT 1 AS n INTO TEMP taken",
            "WITH x AS (SELECT 1 AS n) SELECT n INTO TEMP taken FROM x",
            "DO $$BEGIN END$$",
            "NOTIFY risk",
            "SET work_mem = '64kB'",
            "SHOW work_mem",
            "EXPLAIN SELECT 1",
            "LISTEN risk",
            "RESET ALL",
            "ALTER ROLE reader PASSWORD 'taken'");

    /** The labels of the output of SHOW and EXPLAIN above. */
    private static final Set<String> NO_QUERIES = Set.of("work_mem", "QUERY PLAN");

    private static PostgresDatabase database;

    @TempDir
    private Path folder;

    private GatewayTestBed bed;

    @BeforeAll
    static void make_the_database() throws SQLException {
        database = PostgresDatabase.fresh();
        GatewayTestBed.run(
                database,
                "CREATE TABLE pnl(n int)",
                "CREATE PROCEDURE nothing() LANGUAGE sql AS ''",
                "DROP ROLE IF EXISTS reader",
                "CREATE ROLE reader");
    }

    @BeforeEach
    void open() throws Exception {
        bed = GatewayTestBed.on(database, folder, GatewayLimits.STANDARD);
        bed.write("pnl.csv", "n\n1\n2\n");
    }

    @AfterEach
    void close() {
        bed.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/* /* */ DELETE */ ALTER ROLE reader PASSWORD 'taken'",
                "/* /* */ DELETE */ DO $$ BEGIN EXECUTE 'ALTER ROLE reader PASSWORD ''taken'''; END $$",
                "--\rDO $$ /*\nDELETE*/ BEGIN EXECUTE 'ALTER ROLE reader PASSWORD ''taken'''; END $$",
                "/* /* */ DELETE */ NOTIFY risk",
                "/* /* */ CALL */ NOTIFY risk",
                "/* /* */ DELETE */ SET ROLE reader",
                "WITH one AS (SELECT 1 AS n) SELECT n INTO taken FROM one",
                "WITH one AS (SELECT 1 AS n) SELECT n + ?::int AS n INTO taken FROM one",
                "WITH one AS (INSERT INTO pnl VALUES (1) RETURNING n) SELECT n INTO taken FROM one",
                "WITH one AS (SELECT 1 AS n) (SELECT n INTO taken FROM one)",
                "(WITH one AS (SELECT 1 AS n) SELECT n INTO taken FROM one UNION SELECT 2)",
            })
    void a_store_of_another_kind_is_refused_and_does_not_run(String statement) throws Exception {
        // One row only: a second run of SELECT INTO would fail anyway, because the table exists.
        bed.write("pnl.csv", "n\n1\n");
        GatewayTestBed.run(database, "DROP TABLE IF EXISTS taken");

        assertThat(bed.problemOf(store(statement, "pnl.csv")).code()).isEqualTo(ProblemCode.STATEMENT_REFUSED);

        assertThat(ask(
                        database,
                        "SELECT rolpassword IS NULL AND to_regclass('taken') IS NULL"
                                + " FROM pg_authid WHERE rolname = 'reader'"))
                .isEqualTo("t");
    }

    /** Shows that PREPARE alone is no sufficient check of a store. */
    @Test
    void the_server_prepares_select_into() throws Exception {
        String statement = "WITH one AS (SELECT 1 AS n) SELECT n INTO prepared FROM one";

        GatewayTestBed.run(database, "PREPARE makes AS " + statement + "; EXECUTE makes");

        assertThat(ask(database, "SELECT n FROM prepared")).isEqualTo("1");
        assertThat(bed.problemOf(store(statement, "pnl.csv")).code()).isEqualTo(ProblemCode.STATEMENT_REFUSED);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "WITH x AS (SELECT ?::int AS n) INSERT INTO pnl SELECT n FROM x",
                "WITH x AS (SELECT ?::int AS n) INSERT INTO pnl SELECT n FROM x -- the end",
                "WITH x AS (SELECT ?::int AS n) INSERT INTO kept SELECT n FROM x ON CONFLICT DO NOTHING",
                "WITH x AS (SELECT ?::int AS n) INSERT INTO sent SELECT n FROM x",
                "WITH x AS (INSERT INTO pnl VALUES (?) RETURNING n) UPDATE kept SET n = x.n FROM x WHERE kept.n = x.n",
                "WITH x AS (INSERT INTO pnl VALUES (?) RETURNING n) DELETE FROM kept USING x WHERE kept.n = x.n",
                "WITH x AS (INSERT INTO pnl VALUES (?) RETURNING n) SELECT n FROM x",
                "WITH x AS (SELECT ?::int AS n) MERGE INTO pnl USING x ON pnl.n = x.n"
                        + " WHEN NOT MATCHED THEN INSERT VALUES (x.n)",
                "WITH x AS (SELECT ?::int AS n) INSERT INTO pnl SELECT n FROM x RETURNING n",
            })
    void a_store_that_begins_with_WITH_changes_rows(String statement) throws Exception {
        GatewayTestBed.run(
                database,
                "DELETE FROM pnl",
                "DROP TABLE IF EXISTS kept",
                "DROP DOMAIN IF EXISTS present",
                "CREATE DOMAIN present AS int NOT NULL",
                "CREATE TABLE kept(n present UNIQUE)",
                "CREATE OR REPLACE VIEW sent AS SELECT n FROM pnl",
                "CREATE OR REPLACE RULE sending AS ON INSERT TO sent DO INSTEAD INSERT INTO pnl VALUES (NEW.n)");

        bed.move(store(statement, "pnl.csv"));

        assertThat(ask(database, "SELECT count(*) FROM (SELECT n FROM pnl UNION ALL SELECT n FROM kept) x"))
                .isEqualTo("2");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/* /* */ CALL */ SHOW work_mem",
                "/* /* */ CALL */ EXPLAIN ANALYZE SELECT 1",
                "/* /* */ SELECT */ SHOW work_mem",
                "--\rSHOW work_mem --\nSELECT 1",
            })
    void an_extract_of_another_kind_is_refused(String statement) throws Exception {
        assertThat(bed.problemOf(extract(statement, "o.csv")).code()).isEqualTo(ProblemCode.STATEMENT_REFUSED);
    }

    @ParameterizedTest
    @ValueSource(strings = {"DROP TABLE pnl", "/* /* */ SELECT */ SHOW work_mem", "SELECT 1 -- of the day"})
    void a_store_that_begins_like_none_is_refused_before_the_job_is_taken(String statement) {
        assertThat(bed.gateway.refusal(store(statement, "pnl.csv"))).hasValueSatisfying(problem -> {
            assertThat(problem.code()).isEqualTo(ProblemCode.STATEMENT_REFUSED);
            assertThat(problem.message()).endsWith(": the statement for source risk stores nothing");
        });
        assertThat(bed.gateway.refusal(extract("DELETE FROM pnl", "o.csv")))
                .hasValueSatisfying(problem ->
                        assertThat(problem.message()).endsWith(": the statement for source risk is none that reads"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "COPY pnl (n) FROM STDIN",
                "/* rows of the day */ INSERT INTO pnl VALUES (?)",
                "-- rows of the day\nINSERT INTO pnl VALUES (?)",
                "--rows of the day\r\n\tINSERT INTO pnl VALUES (?) /* /* nested */ */",
                "INSERT INTO pnl -- '\n SELECT ?::int WHERE $a$;'$a$ <> E'\\';'",
            })
    void comments_strings_and_dollar_quotes_of_a_store_are_the_server_s(String statement) throws Exception {
        GatewayTestBed.run(database, "DELETE FROM pnl");

        assertThat(bed.gateway.refusal(store(statement, "pnl.csv"))).isEmpty();
        bed.move(store(statement, "pnl.csv"));

        assertThat(ask(database, "SELECT string_agg(n::text, ' ' ORDER BY n) FROM pnl"))
                .isEqualTo("1 2");
    }

    @Test
    void a_statement_that_has_its_strings_read_in_another_way_ends_the_extract() throws Exception {
        // The first pass of the rows changes how the server reads the text of the second.
        GatewayTestBed.run(
                database,
                "CREATE FUNCTION other_strings() RETURNS text LANGUAGE sql AS"
                        + " $$SELECT set_config('standard_conforming_strings', 'off', false)$$");
        StringBuilder many = new StringBuilder("n\n");
        for (int i = 0; i < 1000; i++) {
            many.append(i).append('\n');
        }
        bed.write("many.csv", many.toString());
        String statement = "SELECT '\\' AS a, other_strings() AS b, ?::int AS c, ' ' AS d";

        assertThat(bed.problemOf(extract(statement, "o.csv", rows("many.csv", "n")))
                        .message())
                .contains("standard_conforming_strings");
    }

    @Test
    void whatever_is_taken_is_run_by_the_server_as_a_statement_of_its_kind() throws SQLException {
        int taken = 0;
        int others = 0;
        try (Connection plain = database.dataSource().getConnection()) {
            plain.setAutoCommit(false);
            BaseConnection connection = plain.unwrap(BaseConnection.class);
            StatementTexts texts = new StatementTexts(STATEMENTS, AROUND);
            for (int i = 0; i < TEXTS; i++) {
                String text = texts.next();
                boolean stores = isTaken(connection, text, true);
                boolean reads = isTaken(connection, text, false);
                List<String> ran = ran(connection, text);
                if (stores) {
                    assertThat(STORED).as(text).containsAll(ran);
                }
                if (reads) {
                    assertThat(READ).as(text).containsAll(ran);
                }
                if (stores || reads) {
                    assertThat(ran).as(text).hasSize(1);
                    taken++;
                } else if (!ran.isEmpty() && !STORED.containsAll(ran)) {
                    others++;
                }
            }
        }
        // The texts are worth their while: many are taken, and many would have run as something else.
        assertThat(taken).isGreaterThan(TEXTS / 50);
        assertThat(others).isGreaterThan(TEXTS / 50);
    }

    private static boolean isTaken(BaseConnection connection, String text, boolean stores) throws SQLException {
        try {
            if (stores) {
                UserStatement.store(connection, text, "risk");
            } else {
                UserStatement.query(connection, text, "risk");
            }
            return true;
        } catch (ProblemException e) {
            return false;
        } finally {
            connection.rollback();
        }
    }

    /**
     * Returns the first words of the command tags of the statements that the server ran before the rollback; empty for
     * a text that the server refused.
     */
    private static List<String> ran(BaseConnection connection, String text) throws SQLException {
        List<String> tags = new ArrayList<>();
        QueryExecutor executor = connection.getQueryExecutor();
        try {
            Query query = executor.createSimpleQuery(StatementKind.whole(text));
            executor.execute(query, null, new Tags(tags), 0, 0, QueryExecutor.QUERY_ONESHOT);
        } catch (SQLException e) {
            tags.clear();
        } finally {
            connection.rollback();
        }
        return tags;
    }

    /** Hears the server's command tags. */
    private static final class Tags extends ResultHandlerBase {
        private final List<String> tags;

        Tags(List<String> tags) {
            this.tags = tags;
        }

        @Override
        public void handleCommandStatus(String status, long count, long oid) {
            tags.add(status.split(" ")[0]);
        }

        @Override
        public void handleResultRows(Query from, Field[] fields, List<Tuple> tuples, ResultCursor cursor) {
            // A SHOW and an EXPLAIN give rows too, under labels of their own.
            String label = fields.length == 0 ? "" : fields[0].getColumnLabel();
            tags.add(NO_QUERIES.contains(label) ? label : "SELECT");
        }

        @Override
        public void handleWarning(SQLWarning warning) {
            // A warning does not tell the kind.
        }
    }
}
