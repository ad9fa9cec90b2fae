package dev.slipway.gateway.sql.driver;

import static dev.slipway.gateway.GatewayTestBed.extract;
import static dev.slipway.gateway.GatewayTestBed.store;
import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.gateway.GatewayTestBed;
import dev.slipway.gateway.sql.Access;
import dev.slipway.gateway.sql.DatabaseSource;
import dev.slipway.gateway.sql.StatementKind;
import dev.slipway.gateway.sql.StatementTexts;
import dev.slipway.gateway.step.Cancellation;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.request.StagingStep;
import dev.slipway.servers.MariaDbDatabase;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests with many texts that MariaDB runs only statements that change rows for stores, and only queries and calls for
 * extracts.
 */
class DriverStatementKindIT {
    private static final int TEXTS = 1500;

    /** MariaDB's own counters of the kinds of statement that a session ran, refused ones among them. */
    private static final Set<String> STORED = Set.of(
            "Com_insert",
            "Com_insert_select",
            "Com_replace",
            "Com_replace_select",
            "Com_update",
            "Com_delete",
            "Com_call_procedure");

    private static final Set<String> READ = Set.of("Com_call_procedure");

    private static final List<String> AROUND = List.of(
            "/*",
            "*/",
            "/* a */",
            "/* /* */",
            "/*!",
            "/*M!",
            "/*!50000",
            "/*!99999999",
            "--",
            "-- a\n",
            "--a\n",
            "-- \r",
            "#",
            "# a\n",
            "\n",
            "\r",
            " ",
            "'",
            "''",
            "\\'",
            "\"",
            "`",
            ";",
            "(",
            ")",
            "DELETE",
            "CALL",
            "SELECT",
            "DELETE FROM pnl");

    private static final List<String> STATEMENTS = List.of(
            "INSERT INTO pnl VALUES (1)",
            "REPLACE INTO pnl VALUES (1)",
            "UPDATE pnl SET n = 2",
            "DELETE FROM pnl",
            "CALL nothing()",
            "SELECT 1 AS one",
            "WITH x AS (SELECT 1 AS n) SELECT n FROM x",
            "SET @taken = 1",
            "DO 1",
            "SHOW TABLES",
            "ANALYZE TABLE pnl",
            "EXPLAIN SELECT 1",
            "CREATE TEMPORARY TABLE IF NOT EXISTS taken (n int)");

    private MariaDbDatabase database;

    @TempDir
    private Path folder;

    private DatabaseSource source;
    private GatewayTestBed bed;

    @BeforeEach
    void open() throws Exception {
        database = MariaDbDatabase.fresh();
        database.run("CREATE TABLE pnl (n int)", "CREATE PROCEDURE nothing() BEGIN END");
        source = DriverSource.of(database, folder);
        bed = DriverSource.bed(source, folder);
        bed.write("pnl.csv", "n\n1\n2\n");
    }

    @AfterEach
    void close() {
        bed.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/*! CREATE TABLE taken (n int) -- */ DELETE",
                "/*M! CREATE TABLE taken (n int) -- */ DELETE",
                "/*!50000 CREATE TABLE taken (n int) */ -- DELETE",
                "-- \rDELETE\nCREATE TABLE taken (n int)",
                "INSERT INTO pnl VALUES (1) /*! RETURNING n */",
                "WITH x AS (SELECT 1 AS n) SELECT n FROM x",
                "WITH x AS (SELECT 1 AS n) SELECT n FROM x INTO OUTFILE 'never'",
                "WITH x AS (SELECT 'DELETE' AS n) SELECT n FROM x INTO OUTFILE 'never'",
                "INSERT INTO pnl SELECT 1 INTO DUMPFILE 'never'",
            })
    void a_store_of_another_kind_is_refused_and_does_not_run(String statement) throws Exception {
        assertThat(bed.problemOf(store(statement, "pnl.csv")).code()).isEqualTo(ProblemCode.STATEMENT_REFUSED);
        assertThat(bed.gateway.refusal(store(statement, "pnl.csv")))
                .as("before the job is taken")
                .isPresent();

        assertThat(DriverSource.ask(
                        database, "SELECT count(*) FROM information_schema.tables WHERE table_name = 'taken'"))
                .isEqualTo("0");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/*! SHOW TABLES */ -- SELECT",
                "SELECT 1 INTO /*!50000OUTFILE 'never' */",
                "SELECT 1 /*!50000INTO*/ /*!50000DUMPFILE 'never' */",
            })
    void an_extract_of_another_kind_is_refused(String statement) throws Exception {
        assertThat(bed.problemOf(extract(statement, "o.csv")).code()).isEqualTo(ProblemCode.STATEMENT_REFUSED);
        assertThat(bed.gateway.refusal(extract(statement, "o.csv")))
                .as("before the job is taken")
                .isPresent();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/* rows of the day */ INSERT INTO pnl VALUES (?)",
                "-- rows of the day\nINSERT INTO pnl VALUES (?) # of today",
            })
    void comments_that_every_database_reads_alike_may_stand_in_front(String statement) throws Exception {
        assertThat(bed.gateway.refusal(store(statement, "pnl.csv"))).isEmpty();
        bed.move(store(statement, "pnl.csv"));

        assertThat(DriverSource.ask(database, "SELECT sum(n) FROM pnl")).isEqualTo("3");
    }

    @Test
    void whatever_is_taken_is_run_by_the_server_as_a_statement_of_its_kind() throws Exception {
        int taken = 0;
        int others = 0;
        StatementTexts texts = new StatementTexts(STATEMENTS, AROUND);
        try (DriverDatabase reached = new DriverDatabase(source, source.driver().orElseThrow(), DriverSource.LIMITS);
                DriverSession session = reached.open(Access.LOOK, true, new Cancellation());
                Connection plain = database.connect()) {
            plain.setAutoCommit(false);
            for (int i = 0; i < TEXTS; i++) {
                String text = texts.next();
                boolean stores = isTaken(session, text, true);
                boolean reads = isTaken(session, text, false);
                assertThat(stores && refused(store(text, "pnl.csv"))).as(text).isFalse();
                assertThat(reads && refused(extract(text, "o.csv"))).as(text).isFalse();
                Set<String> ran = ran(plain, text);
                if (stores) {
                    assertThat(STORED).as(text).containsAll(ran);
                }
                if (reads) {
                    assertThat(READ).as(text).containsAll(ran);
                }
                if (stores || reads) {
                    taken += ran.isEmpty() ? 0 : 1;
                } else if (!STORED.containsAll(ran)) {
                    others++;
                }
            }
        }
        // The texts are worth their while: many are taken, and many would have run as something else.
        assertThat(taken).isGreaterThan(TEXTS / 50);
        assertThat(others).isGreaterThan(TEXTS / 50);
    }

    private boolean refused(StagingStep step) {
        return bed.gateway.refusal(step).isPresent();
    }

    private static boolean isTaken(DriverSession session, String text, boolean stores) {
        try {
            if (stores) {
                DriverStatement.store(session, text);
            } else {
                DriverStatement.query(session, text);
            }
            return true;
        } catch (ProblemException e) {
            return false;
        }
    }

    /** Returns the kinds of statements that the server ran of the text, also of a text that failed later. */
    private static Set<String> ran(Connection plain, String text) throws SQLException {
        Map<String, String> before = counters(plain);
        try (Statement statement = plain.createStatement()) {
            statement.execute(StatementKind.whole(text));
        } catch (SQLException e) {
            // Only the counters before the failure matter.
        }
        Map<String, String> after = counters(plain);
        plain.rollback();
        Set<String> ran = new TreeSet<>(after.keySet());
        ran.removeIf(name -> after.get(name).equals(before.get(name)));
        return ran;
    }

    private static Map<String, String> counters(Connection plain) throws SQLException {
        Map<String, String> counters = new TreeMap<>();
        try (Statement statement = plain.createStatement();
                ResultSet rows = statement.executeQuery("SELECT variable_name, variable_value"
                        + " FROM information_schema.session_status WHERE variable_name LIKE 'COM\\_%'"
                        + " AND variable_name NOT IN ('COM_ROLLBACK', 'COM_SELECT')")) {
            while (rows.next()) {
                counters.put("Com_" + rows.getString(1).substring(4).toLowerCase(Locale.ROOT), rows.getString(2));
            }
        }
        return counters;
    }
}
