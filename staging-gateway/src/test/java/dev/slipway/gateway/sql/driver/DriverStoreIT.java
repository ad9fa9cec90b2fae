package dev.slipway.gateway.sql.driver;

import static dev.slipway.gateway.GatewayTestBed.store;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipway.gateway.GatewayTestBed;
import dev.slipway.gateway.MemoryLedger;
import dev.slipway.gateway.sql.SqlLimits;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.problem.ProblemKind;
import dev.slipway.request.Place;
import dev.slipway.request.SqlStore;
import dev.slipway.request.SqlStore.StoreParameter;
import dev.slipway.request.StepHead;
import dev.slipway.servers.MariaDbDatabase;
import dev.slipway.staging.StepReport;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests that stores to MariaDB, with a driver from a folder, happen exactly once or not at all. */
@Timeout(300)
class DriverStoreIT {
    private static final SqlStore PNL = store(
            "INSERT INTO pnl (job, n, v) VALUES (?, ?, ?)",
            "pnl.csv",
            new StoreParameter.Token(),
            new StoreParameter.Column("n"),
            new StoreParameter.Column("v"));

    private MariaDbDatabase database;

    @TempDir
    private Path folder;

    private GatewayTestBed bed;

    @BeforeEach
    void open() throws Exception {
        database = MariaDbDatabase.fresh();
        database.run("CREATE TABLE pnl (job varchar(32), n int CHECK (n < 100000), v decimal(10,2), note varchar(10))");
        bed = DriverSource.bed(DriverSource.of(database, folder), folder);
    }

    @AfterEach
    void close() {
        bed.close();
    }

    private static String scenarios(int rows) {
        StringBuilder csv = new StringBuilder("n,v\n");
        for (int i = 0; i < rows; i++) {
            csv.append(i).append(',').append(i * -0.5).append('\n');
        }
        return csv.toString();
    }

    private String count() throws SQLException {
        return DriverSource.ask(database, "SELECT count(*) FROM pnl");
    }

    @Test
    void stores_each_row_with_the_token_in_one_transaction_with_its_marker() throws Exception {
        bed.write("pnl.csv", scenarios(2500));

        StepReport report = bed.move(PNL);

        assertThat(report.rows()).isEqualTo(2500);
        assertThat(DriverSource.ask(database, "SELECT concat(count(*), ' ', min(job), ' ', sum(v)) FROM pnl"))
                .isEqualTo("2500 " + GatewayTestBed.TOKEN + " -1561875.00");
        assertThat(DriverSource.ask(database, "SELECT concat(count(*), ' ', min(job)) FROM slipway_marker"))
                .isEqualTo("1 " + GatewayTestBed.TOKEN);
    }

    @Test
    void keeps_null_and_empty_apart() throws Exception {
        bed.write("notes.csv", "n,note\n1,\"\"\n2,\n3,text\n");

        bed.move(store("INSERT INTO pnl (n, note) VALUES (?, ?)", "notes.csv"));

        assertThat(DriverSource.ask(
                        database, "SELECT group_concat(coalesce(concat('<', note, '>'), 'NULL') ORDER BY n) FROM pnl"))
                .isEqualTo("<>,NULL,<text>");
    }

    @Test
    void a_value_that_the_server_takes_in_no_packet_is_refused_and_no_outage() throws Exception {
        database.run("ALTER TABLE pnl MODIFY note longtext");
        bed.write("notes.csv", "n,note\n1," + "\u20ac".repeat(6_000_000) + "\n");

        Problem problem = bed.problemOf(store("INSERT INTO pnl (n, note) VALUES (?, ?)", "notes.csv"));

        assertThat(problem.code()).as(problem.toString()).isEqualTo(ProblemCode.ROW_REJECTED);
        assertThat(problem.message()).isEqualTo("line 2 of notes.csv, column note is refused");
        assertThat(problem.detail()).contains("16776192 that the server takes in one packet");
        assertThat(count()).isEqualTo("0");
    }

    @Test
    void an_update_a_replace_and_a_call_store_too() throws Exception {
        database.run(
                "CREATE PROCEDURE book(a int, b int) INSERT INTO pnl (n, v) VALUES (a, b)",
                "INSERT INTO pnl (n, v) VALUES (1, 0)");
        bed.write("n.csv", "v,n\n5,1\n");
        for (SqlStore step : new SqlStore[] {
            new SqlStore(new StepHead.Out("a", 1, FILE, false), "risk", "UPDATE pnl SET v = ? WHERE n = ?", PNL_FREE),
            new SqlStore(new StepHead.Out("b", 1, FILE, false), "risk", "CALL book(?, ?)", PNL_FREE)
        }) {
            assertThat(bed.move(step).rows()).isEqualTo(1);
        }

        assertThat(DriverSource.ask(database, "SELECT concat(count(*), ' ', sum(v)) FROM pnl"))
                .isEqualTo("2 6.00");
    }

    private static final java.util.List<StoreParameter> PNL_FREE = java.util.List.of();
    private static final dev.slipway.request.RunPath FILE = new dev.slipway.request.RunPath("n.csv");

    @Test
    void a_rejected_row_is_named_with_the_reason_and_nothing_is_stored() throws Exception {
        bed.write("pnl.csv", scenarios(250) + "100000,1\n" + "1,2\n");

        Problem problem = bed.problemOf(PNL);

        assertThat(problem.code()).as(problem.toString()).isEqualTo(ProblemCode.ROW_REJECTED);
        assertThat(problem.message()).contains("line 252 of pnl.csv");
        assertThat(problem.detail()).contains("CONSTRAINT");
        assertThat(count()).isEqualTo("0");
        assertThat(DriverSource.ask(database, "SELECT count(*) FROM slipway_marker"))
                .isEqualTo("0");
    }

    @Test
    void several_rejected_rows_are_told_each_with_its_reason() throws Exception {
        bed.write("pnl.csv", "n,v\n1,1\n100000,1\n3,much\n4,4\n");

        Problem problem = bed.problemOf(PNL);

        assertThat(problem.code()).as(problem.toString()).isEqualTo(ProblemCode.ROW_REJECTED);
        assertThat(problem.message()).isEqualTo("lines 3 and 4 of pnl.csv are refused");
        assertThat(problem.detail())
                .contains("line 4 of pnl.csv", "'much' for column")
                .contains("CONSTRAINT");
        assertThat(count()).isEqualTo("0");
    }

    @Test
    void rows_that_change_nothing_are_told_and_those_that_may_be_left_out_are_not_counted() throws Exception {
        database.run("ALTER TABLE pnl ADD PRIMARY KEY (n)", "INSERT INTO pnl (n, v) VALUES (2, 5)");
        bed.write("n.csv", "v,n\n5,2\n6,3\n");

        Problem problem = bed.problemOf(store("UPDATE pnl SET v = ? WHERE n = ?", "n.csv"));

        assertThat(problem.code()).as(problem.toString()).isEqualTo(ProblemCode.ROW_NOT_STORED);
        assertThat(problem.message()).isEqualTo("line 3 of n.csv is not stored");
        MemoryLedger ledger = new MemoryLedger();
        SqlStore ignoring = store("INSERT IGNORE INTO pnl (v, n) VALUES (?, ?)", "n.csv");
        StepReport report = bed.move(ignoring, ledger);
        assertThat(report.rows()).isEqualTo(1);
        assertThat(report.statement().orElseThrow().parameterRows()).isEqualTo(2);
        assertThat(bed.move(ignoring, ledger)).as("after a crash").isEqualTo(report);
        assertThat(bed.settle(ignoring, ledger)).contains(report);
        assertThat(count()).isEqualTo("2");
    }

    @Test
    void a_value_of_the_wrong_type_is_named() throws Exception {
        bed.write("pnl.csv", "n,v\n1,1\n2,much\n");

        Problem problem = bed.problemOf(PNL);

        assertThat(problem.code()).as(problem.toString()).isEqualTo(ProblemCode.ROW_REJECTED);
        assertThat(problem.message()).contains("line 3 of pnl.csv");
        assertThat(problem.detail()).contains("much");
        assertThat(count()).isEqualTo("0");
    }

    @Test
    void refuses_what_is_not_one_storing_statement() throws Exception {
        bed.write("pnl.csv", scenarios(1));
        for (String sql : new String[] {
            "SELECT 1",
            "DROP TABLE pnl",
            "TRUNCATE pnl",
            "INSERT INTO pnl (n) VALUES (1); DROP TABLE pnl",
            "LOAD DATA INFILE '/etc/passwd' INTO TABLE pnl",
            "SET autocommit = 1",
            "COMMIT",
            "INSERT INTO nowhere VALUES (?)"
        }) {
            Problem problem = bed.problemOf(store(sql, "pnl.csv"));

            assertThat(problem.code()).as(sql + ": " + problem).isEqualTo(ProblemCode.STATEMENT_REFUSED);
        }
        assertThat(count()).isEqualTo("0");
    }

    @Test
    void a_crash_after_the_commit_is_reported_and_not_stored_again() throws Exception {
        bed.write("pnl.csv", scenarios(10));
        MemoryLedger ledger = new MemoryLedger();
        StepReport lost = bed.move(PNL, ledger);

        assertThat(bed.move(PNL, ledger)).isEqualTo(lost);
        assertThat(bed.settle(PNL, ledger)).contains(lost);
        assertThat(count()).isEqualTo("10");
    }

    @Test
    void a_connection_killed_between_intent_and_commit_is_an_outage_and_the_next_try_stores_once() throws Exception {
        bed.write("pnl.csv", scenarios(10));
        MemoryLedger ledger = new MemoryLedger().afterIntent(this::killStores);

        assertThatThrownBy(() -> bed.move(PNL, ledger)).isInstanceOfSatisfying(ProblemException.class, e -> assertThat(
                        e.problem().code().kind())
                .as(e.toString())
                .isEqualTo(ProblemKind.OUTAGE));
        assertThat(bed.settle(PNL, ledger)).isEmpty();
        assertThat(count()).isEqualTo("0");
        ledger.afterIntent(() -> {});

        assertThat(bed.move(PNL, ledger).rows()).isEqualTo(10);
        assertThat(count()).isEqualTo("10");
    }

    private void killStores() {
        try {
            String id = DriverSource.ask(
                    database,
                    "SELECT id FROM information_schema.processlist WHERE db = database() AND id <> connection_id()");
            database.run("KILL " + id);
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void an_open_transaction_of_an_earlier_try_is_waited_for() throws Exception {
        bed.write("pnl.csv", scenarios(2));
        bed.move(new SqlStore(
                new StepHead.Out("first", 1, PNL.file(), false), "risk", PNL.statement(), PNL.parameters()));
        MemoryLedger ledger = new MemoryLedger();
        ledger.intend("a row of slipway_marker");
        try (Connection open = database.connect();
                Statement statement = open.createStatement()) {
            open.setAutoCommit(false);
            statement.execute("INSERT INTO slipway_marker VALUES ('" + GatewayTestBed.TOKEN + "', '"
                    + dev.slipway.digest.Sha256.hex(PNL.name()) + "')");
            database.run("SET GLOBAL innodb_lock_wait_timeout = 1");
            try {
                assertThatThrownBy(() -> bed.move(PNL, ledger))
                        .isInstanceOfSatisfying(
                                ProblemException.class,
                                e -> assertThat(e.problem().code().kind()).isEqualTo(ProblemKind.OUTAGE));
            } finally {
                database.run("SET GLOBAL innodb_lock_wait_timeout = 50");
            }
            open.rollback();
        }

        bed.move(PNL, ledger);
        assertThat(count()).isEqualTo("4");
    }

    @Test
    void rows_that_stay_in_a_table_without_transactions_are_told_and_no_line_is_blamed_for_them() throws Exception {
        database.run("CREATE TABLE plain (n int PRIMARY KEY, note varchar(10)) ENGINE=MyISAM");
        bed.write("n.csv", "n,note\n1,a\n2,b\n1,c\n");
        SqlStore step = store("INSERT INTO plain (n, note) VALUES (?, ?)", "n.csv");
        List<String> notes = new ArrayList<>();

        Problem problem = bed.problemOf(step);
        bed.gateway.look(
                new Place.Source("risk"),
                List.of(step),
                GatewayTestBed.OWNER,
                (each, look) -> notes.addAll(look.notes()));

        assertThat(problem.code()).as(problem.toString()).isEqualTo(ProblemCode.DATABASE_NOT_SET_UP);
        assertThat(problem.message())
                .contains("rows of n.csv stay in source risk")
                .doesNotContain("lines 2, 3");
        assertThat(problem.detail())
                .contains("Remove those rows", "ENGINE=InnoDB", "a row in lines 2 to 4 of n.csv", "Duplicate entry");
        assertThat(DriverSource.ask(database, "SELECT count(*) FROM plain")).isNotEqualTo("0");
        assertThat(DriverSource.ask(database, "SELECT count(*) FROM slipway_marker"))
                .isEqualTo("0");
        assertThat(notes)
                .contains("table plain has no transactions (ENGINE=MyISAM): the rows of a store that fails stay there");
    }

    @Test
    void a_table_of_markers_that_cannot_be_made_is_told_with_its_definition() throws Exception {
        database.run(
                "CREATE OR REPLACE USER storer@'127.0.0.1' IDENTIFIED BY 'storer'",
                "GRANT SELECT, INSERT ON pnl TO storer@'127.0.0.1'");
        bed.write("pnl.csv", scenarios(1));
        try (GatewayTestBed poor =
                DriverSource.bed(DriverSource.of(database.jdbcUrl(), "storer", "storer", folder), folder)) {
            Problem problem = poor.problemOf(PNL);

            assertThat(problem.code()).isEqualTo(ProblemCode.DATABASE_NOT_SET_UP);
            assertThat(problem.detail()).contains(DriverMarkers.DEFINITION);

            database.run(DriverMarkers.DEFINITION, "GRANT SELECT, INSERT ON slipway_marker TO storer@'127.0.0.1'");
            assertThat(poor.move(PNL).rows()).isEqualTo(1);
        }
    }

    @Test
    void a_table_of_markers_without_transactions_is_refused() throws Exception {
        database.run(DriverMarkers.DEFINITION + " ENGINE = MyISAM");
        bed.write("pnl.csv", scenarios(1));

        Problem problem = bed.problemOf(PNL);

        assertThat(problem.code()).isEqualTo(ProblemCode.DATABASE_NOT_SET_UP);
        assertThat(problem.message()).contains("slipway_marker").contains("rolled back");
        assertThat(count()).isEqualTo("0");
    }

    @Test
    void a_line_that_breaks_midway_is_an_outage_and_stores_nothing() throws Exception {
        bed.write("pnl.csv", scenarios(50_000));
        try (var line = new dev.slipway.gateway.SlowLine(database.port(), 20_000, true);
                GatewayTestBed cut = DriverSource.bed(
                        DriverSource.of(
                                database,
                                database.jdbcUrl().replace(":" + database.port() + "/", ":" + line.port() + "/"),
                                folder),
                        folder,
                        new SqlLimits(1, Duration.ofMinutes(1), Duration.ofMinutes(1), 10, 100))) {
            Problem problem = cut.problemOf(PNL);

            assertThat(problem.code()).as(problem.toString()).isEqualTo(ProblemCode.DATABASE_UNREACHABLE);
            assertThat(count()).isEqualTo("0");
        }
    }
}
