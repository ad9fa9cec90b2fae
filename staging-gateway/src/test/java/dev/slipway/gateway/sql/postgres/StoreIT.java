package dev.slipway.gateway.sql.postgres;

import static dev.slipway.gateway.GatewayTestBed.ask;
import static dev.slipway.gateway.GatewayTestBed.store;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipway.gateway.GatewayLimits;
import dev.slipway.gateway.GatewayTestBed;
import dev.slipway.gateway.MemoryLedger;
import dev.slipway.job.BoundStatement;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.problem.ProblemKind;
import dev.slipway.request.SqlStore;
import dev.slipway.request.SqlStore.StoreParameter.Column;
import dev.slipway.request.SqlStore.StoreParameter.Token;
import dev.slipway.servers.PostgresDatabase;
import dev.slipway.staging.StepReport;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StoreIT {
    private static final SqlStore PNL = store(
            "INSERT INTO pnl(job, scenario, pnl) VALUES (?, ?, ?)",
            "pnl.csv",
            new Token(),
            new Column("scenario"),
            new Column("pnl"));

    private static PostgresDatabase database;

    @TempDir
    private Path folder;

    private GatewayTestBed bed;

    @BeforeAll
    static void make_the_database() {
        database = PostgresDatabase.fresh();
    }

    @BeforeEach
    void open() throws Exception {
        GatewayTestBed.run(
                database,
                "DROP TABLE IF EXISTS pnl",
                "CREATE TABLE pnl(job text, scenario int PRIMARY KEY, pnl float8 NOT NULL, note text)");
        bed = GatewayTestBed.on(database, folder, GatewayLimits.STANDARD);
    }

    @AfterEach
    void close() {
        bed.close();
    }

    private static String scenarios(int rows) {
        StringBuilder csv = new StringBuilder("scenario,pnl\n");
        for (int i = 0; i < rows; i++) {
            csv.append(i).append(',').append(i * -0.5).append('\n');
        }
        return csv.toString();
    }

    private static String count() throws SQLException {
        return ask(database, "SELECT count(*) FROM pnl");
    }

    @Test
    void stores_each_row_with_the_token() throws Exception {
        bed.write("pnl.csv", scenarios(2500));

        StepReport report = bed.move(PNL);

        assertThat(report.rows()).isEqualTo(2500);
        assertThat(report.files().get(0).bytes()).isEqualTo(Files.size(bed.runFolder.resolve("pnl.csv")));
        assertThat(ask(database, "SELECT count(*) || ' ' || min(job) || ' ' || sum(pnl) FROM pnl"))
                .isEqualTo("2500 " + GatewayTestBed.TOKEN + " -1561875");
    }

    @Test
    void reports_the_digests_of_the_statement_and_its_values_the_token_among_them() throws Exception {
        bed.write("pnl.csv", "scenario,pnl,note\n1,0.5,a\n2,1.5,\n");

        StepReport report = bed.move(PNL);

        // The statement, and printf '32:TOKEN1:13:0.5\n32:TOKEN1:23:1.5\n' with the token put in, by sha256sum.
        assertThat(report.statement())
                .contains(new BoundStatement(
                        "004b163d8d3a2a8143676836cd2b79e539ffa3228b3ca315db54ae8e3cbe4b57",
                        "2c0309193b72caa12b40b5f52e44bee605450f88504f38d25c816ffcb998d691",
                        2));
    }

    @Test
    void stores_from_blocks_and_keeps_null_and_empty_apart() throws Exception {
        bed.write("note.csv", "scenario,note\n1,\n2,\"\"\n3,\"a\nb\"\n");
        bed.move(GatewayTestBed.extract("SELECT 7 AS scenario, 1.5 AS pnl, NULL AS note", "note.csv.gz"));

        bed.move(store("INSERT INTO pnl(scenario, pnl, note) VALUES (?, ?, ?)", "note.csv.gz"));
        bed.move(store(
                "INSERT INTO pnl(scenario, pnl, note) VALUES (?, 0, ?)",
                "note.csv",
                new Column("scenario"),
                new Column("note")));

        assertThat(ask(
                        database,
                        "SELECT string_agg(scenario || coalesce('[' || note || ']', '-'), ' ' ORDER BY scenario)"
                                + " FROM pnl"))
                .isEqualTo("1- 2[] 3[a\nb] 7-");
    }

    @Test
    void a_rejected_row_is_named_and_nothing_is_stored() throws Exception {
        bed.write("pnl.csv", scenarios(1500) + "7,1.0\n" + "5000,2.0\n");

        Problem problem = bed.problemOf(PNL);

        assertThat(problem.code()).isEqualTo(ProblemCode.ROW_REJECTED);
        assertThat(problem.message()).isEqualTo("line 1502 of pnl.csv is refused");
        assertThat(problem.detail()).contains("duplicate key", "(scenario)=(7)", "23505");
        assertThat(count()).isEqualTo("0");
    }

    @Test
    void a_value_of_the_wrong_type_is_named_with_its_column() throws Exception {
        bed.write("pnl.csv", "scenario,pnl\n1,2.5\n2,heavy\n3,1\n");

        Problem problem = bed.problemOf(PNL);

        assertThat(problem.code()).isEqualTo(ProblemCode.ROW_REJECTED);
        assertThat(problem.message()).isEqualTo("line 3 of pnl.csv, column pnl is refused");
        assertThat(count()).isEqualTo("0");
    }

    @Test
    void a_deferred_constraint_rejects_before_the_commit() throws Exception {
        GatewayTestBed.run(database, "ALTER TABLE pnl ADD CONSTRAINT once UNIQUE (pnl) DEFERRABLE INITIALLY DEFERRED");
        bed.write("pnl.csv", "scenario,pnl\n1,2.5\n2,2.5\n");
        MemoryLedger ledger = new MemoryLedger();

        assertThatThrownBy(() -> bed.move(PNL, ledger)).isInstanceOfSatisfying(ProblemException.class, e -> assertThat(
                        e.problem().code())
                .isEqualTo(ProblemCode.ROW_REJECTED));
        assertThat(ledger.keys()).isEmpty();
        assertThat(count()).isEqualTo("0");
    }

    @Test
    void refuses_what_is_not_one_storing_statement() throws Exception {
        bed.write("pnl.csv", scenarios(1));
        for (String sql : new String[] {
            "COMMIT",
            "SELECT 1",
            "COPY pnl TO PROGRAM 'id'",
            "DROP TABLE pnl",
            "-- x\nROLLBACK",
            "INSERT INTO pnl VALUES ('a', 1, 1); COMMIT",
            "INSERT INTO nowhere VALUES (?)",
            "INSERT INTO"
        }) {
            assertThat(bed.problemOf(store(sql, "pnl.csv")).code()).as(sql).isEqualTo(ProblemCode.STATEMENT_REFUSED);
        }
        assertThat(count()).isEqualTo("0");
    }

    @Test
    void a_missing_column_or_file_is_named() throws Exception {
        bed.write("pnl.csv", "scenario\n1\n");

        assertThat(bed.problemOf(PNL).message()).isEqualTo("line 1 of pnl.csv has no column pnl");
        Files.delete(bed.runFolder.resolve("pnl.csv"));
        assertThat(bed.problemOf(PNL).code()).isEqualTo(ProblemCode.FILE_MISSING);
    }

    @Test
    void copies_into_a_table_with_the_token_and_in_the_order_of_the_parameters() throws Exception {
        bed.write("pnl.csv", "note,scenario,pnl\n,1,1.5\n\"\",2,-2\n\"a,\"\"b\"\"\n\\.\",3,3e-7\n");
        SqlStore step = store(
                "copy public.pnl (job, \"scenario\", pnl, note) from stdin;",
                "pnl.csv",
                new Token(),
                new Column("scenario"),
                new Column("pnl"),
                new Column("note"));
        MemoryLedger ledger = new MemoryLedger();

        StepReport report = bed.move(step, ledger);
        StepReport again = bed.move(step, ledger);

        assertThat(report.rows()).isEqualTo(3);
        assertThat(again).isEqualTo(report);
        assertThat(ask(
                        database,
                        "SELECT string_agg(scenario || ':' || coalesce(note, 'NULL'), ';' ORDER BY scenario) FROM pnl"))
                .isEqualTo("1:NULL;2:;3:a,\"b\"\n\\.");
        assertThat(ask(database, "SELECT count(*) FROM pnl WHERE job = '" + GatewayTestBed.TOKEN + "'"))
                .isEqualTo("3");
    }

    @Test
    void a_row_that_a_copy_rejects_is_named_and_nothing_is_stored() throws Exception {
        StringBuilder csv = new StringBuilder("scenario,pnl\n");
        for (int i = 1; i <= 2500; i++) {
            csv.append(i == 2222 ? 7 : i).append(",1\n");
        }
        bed.write("pnl.csv", csv.toString());

        Problem problem = bed.problemOf(store("COPY pnl (scenario, pnl) FROM STDIN", "pnl.csv"));

        assertThat(problem.code()).isEqualTo(ProblemCode.ROW_REJECTED);
        assertThat(problem.message()).isEqualTo("line 2223 of pnl.csv is refused");
        assertThat(ask(database, "SELECT count(*) FROM pnl")).isEqualTo("0");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "COPY pnl FROM STDIN",
                "COPY pnl (scenario) FROM '/etc/passwd'",
                "COPY pnl (scenario) FROM PROGRAM 'id'",
                "COPY pnl (scenario) TO STDOUT",
                "COPY pnl (scenario) FROM STDIN WITH (FORMAT binary)",
                "COPY pnl (note) FROM STDIN; COPY pnl (note) FROM PROGRAM 'id'",
                "COPY pnl (note) FROM PROGRAM 'id' -- ) FROM STDIN",
                "COPY (SELECT 1) TO PROGRAM 'id'",
                "COPY pg_authid(rolname) -- \n FROM STDIN",
            })
    void takes_no_other_form_of_copy(String statement) throws Exception {
        bed.write("pnl.csv", "scenario\n1\n");

        Problem problem = bed.problemOf(store(statement, "pnl.csv"));

        assertThat(problem.code()).isEqualTo(ProblemCode.STATEMENT_REFUSED);
    }

    @Test
    void a_call_stores_too() throws Exception {
        GatewayTestBed.run(
                database,
                "CREATE OR REPLACE PROCEDURE keep(s int, p float8) LANGUAGE sql AS"
                        + " $$ INSERT INTO pnl(scenario, pnl) VALUES (s, p) $$");
        bed.write("pnl.csv", scenarios(3));

        bed.move(store("CALL keep(?, ?)", "pnl.csv"));

        assertThat(count()).isEqualTo("3");
    }

    @Test
    void a_connection_killed_between_intent_and_commit_is_an_outage_and_the_next_try_stores_once() throws Exception {
        bed.write("pnl.csv", scenarios(10));
        MemoryLedger ledger = new MemoryLedger().afterIntent(StoreIT::killStores);

        assertThatThrownBy(() -> bed.move(PNL, ledger)).isInstanceOfSatisfying(ProblemException.class, e -> assertThat(
                        e.problem().code())
                .isEqualTo(ProblemCode.DATABASE_UNREACHABLE));
        assertThat(count()).isEqualTo("0");
        ledger.afterIntent(() -> {});
        StepReport report = bed.move(PNL, ledger);

        assertThat(report.rows()).isEqualTo(10);
        assertThat(count()).isEqualTo("10");
        assertThat(ledger.keys()).hasSize(2).allMatch(key -> key.matches("pg:\\d+:\\d+:10"));
    }

    @Test
    void a_crash_after_the_commit_is_reported_and_not_stored_again() throws Exception {
        bed.write("pnl.csv", scenarios(10));
        MemoryLedger ledger = new MemoryLedger();
        StepReport lost = bed.move(PNL, ledger);

        StepReport again = bed.move(PNL, ledger);

        assertThat(again).isEqualTo(lost);
        assertThat(count()).isEqualTo("10");
        assertThat(ledger.keys()).hasSize(1);
    }

    @Test
    void settling_finds_out_whether_rows_were_stored_and_stores_none() throws Exception {
        bed.write("pnl.csv", scenarios(10));
        MemoryLedger killed = new MemoryLedger().afterIntent(StoreIT::killStores);
        assertThatThrownBy(() -> bed.move(PNL, killed)).isInstanceOf(ProblemException.class);

        assertThat(bed.settle(PNL, killed)).isEmpty();
        assertThat(count()).isEqualTo("0");

        MemoryLedger ledger = new MemoryLedger();
        StepReport lost = bed.move(PNL, ledger);
        assertThat(bed.settle(PNL, ledger)).contains(lost);
        assertThat(count()).isEqualTo("10");
    }

    @Test
    void an_open_transaction_of_an_earlier_try_is_waited_for() throws Exception {
        bed.write("pnl.csv", scenarios(2));
        MemoryLedger ledger = new MemoryLedger();
        try (Connection open = database.dataSource().getConnection()) {
            open.setAutoCommit(false);
            ledger.intend(StoreIntent.ofCurrent(open, 2).key());

            assertThatThrownBy(() -> bed.move(PNL, ledger))
                    .isInstanceOfSatisfying(
                            ProblemException.class,
                            e -> assertThat(e.problem().code().kind()).isEqualTo(ProblemKind.OUTAGE));
            open.rollback();
        }

        bed.move(PNL, ledger);
        assertThat(count()).isEqualTo("2");
    }

    @Test
    void a_transaction_of_another_server_is_for_the_operator() throws Exception {
        bed.write("pnl.csv", scenarios(2));
        MemoryLedger ledger = new MemoryLedger();
        ledger.intend("pg:1:700");

        assertThatThrownBy(() -> bed.move(PNL, ledger)).isInstanceOfSatisfying(ProblemException.class, e -> assertThat(
                        e.problem().code())
                .isEqualTo(ProblemCode.STORE_UNDECIDED));
        assertThat(count()).isEqualTo("0");
    }

    @Test
    void a_transaction_that_the_server_forgot_in_a_crash_is_done_again() throws Exception {
        bed.write("pnl.csv", scenarios(2));
        MemoryLedger ledger = new MemoryLedger();
        try (Connection connection = database.dataSource().getConnection()) {
            connection.setAutoCommit(false);
            StoreIntent now = StoreIntent.ofCurrent(connection, 2);
            ledger.intend(new StoreIntent(now.server(), now.transaction() + "00000", now.rows()).key());
        }

        bed.move(PNL, ledger);

        assertThat(count()).isEqualTo("2");
    }

    @Test
    void a_role_without_the_control_function_knows_its_server_by_database_and_address() throws Exception {
        GatewayTestBed.run(
                database,
                "REVOKE EXECUTE ON FUNCTION pg_control_system() FROM PUBLIC",
                "DROP ROLE IF EXISTS slipway_plain",
                "CREATE ROLE slipway_plain");
        try (Connection connection = database.dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            statement.execute("SET ROLE slipway_plain");

            StoreIntent intent = StoreIntent.ofCurrent(connection, 7);

            assertThat(intent.server()).matches("db-[0-9a-f]{32}");
            assertThat(StoreIntent.parse(intent.key())).contains(intent);
            assertThat(intent.fate(connection)).isEqualTo(StoreIntent.Fate.IN_PROGRESS);
        } finally {
            GatewayTestBed.run(
                    database, "GRANT EXECUTE ON FUNCTION pg_control_system() TO PUBLIC", "DROP ROLE slipway_plain");
        }
    }

    private static void killStores() {
        try {
            ask(
                    database,
                    "SELECT count(pg_terminate_backend(pid, 5000)) FROM pg_stat_activity"
                            + " WHERE application_name = 'slipway' AND datname = current_database()");
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
