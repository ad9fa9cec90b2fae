package dev.slipway.gateway.sql.sources;

import static dev.slipway.gateway.GatewayTestBed.ask;
import static dev.slipway.gateway.GatewayTestBed.extract;
import static dev.slipway.gateway.GatewayTestBed.store;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipway.effect.Witness;
import dev.slipway.gateway.GatewayLimits;
import dev.slipway.gateway.GatewayTestBed;
import dev.slipway.gateway.MemoryLedger;
import dev.slipway.gateway.sql.DatabaseSource;
import dev.slipway.gateway.sql.OwnLogins;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.request.Place;
import dev.slipway.request.StagingStep;
import dev.slipway.servers.PostgresDatabase;
import dev.slipway.staging.StepContext;
import dev.slipway.staging.StepReport;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests users of one source who have their own logins at the database, and users who share a login. */
@Timeout(120)
class OwnLoginIT {
    private static final String ANN = "ann";
    private static final String BEN = "ben";
    private static final int HELD = 4242;

    /** Waits until the test lets go of the lock. */
    private static final StagingStep SECRET =
            extract("SELECT 'secret of ann' AS s, pg_advisory_xact_lock(" + HELD + ")", "ann.csv");

    private static final String SPIED = "SELECT coalesce(string_agg(query, ';'), '') AS q FROM pg_stat_activity"
            + " WHERE pid <> pg_backend_pid() AND datname = current_database() AND query LIKE '%secret of ' || 'ann%'";

    private static PostgresDatabase database;

    @TempDir
    private Path folder;

    @BeforeAll
    static void make_the_database() throws SQLException {
        database = PostgresDatabase.fresh();
        GatewayTestBed.run(
                database,
                "DROP ROLE IF EXISTS login_shared, login_ann, login_ben",
                "CREATE ROLE login_shared LOGIN PASSWORD 'p'",
                "CREATE ROLE login_ann LOGIN PASSWORD 'p'",
                "CREATE ROLE login_ben LOGIN PASSWORD 'p'",
                "CREATE TABLE kept(who text)",
                "GRANT SELECT, INSERT ON kept TO login_shared, login_ann, login_ben");
    }

    @BeforeEach
    void write_the_password() throws Exception {
        Files.writeString(folder.resolve("password"), "p\n");
        GatewayTestBed.run(database, "DELETE FROM kept");
    }

    private GatewayTestBed bed(boolean required, String... users) throws Exception {
        Map<String, OwnLogins.Login> own = new HashMap<>();
        for (String user : users) {
            own.put(user, new OwnLogins.Login("login_" + user, folder.resolve("password")));
        }
        DatabaseSource source = new DatabaseSource(
                "risk",
                database.jdbcUrl(),
                "login_shared",
                folder.resolve("password"),
                Optional.empty(),
                new OwnLogins(required, own));
        return GatewayTestBed.on(List.of(source), List.of(), folder, GatewayLimits.STANDARD);
    }

    private static StepReport move(GatewayTestBed bed, String owner, StagingStep step) throws InterruptedException {
        return bed.gateway.move(
                step,
                new StepContext(
                        GatewayTestBed.TOKEN,
                        owner,
                        bed.runFolder,
                        (bytes, rows) -> {},
                        new MemoryLedger(),
                        Witness.NONE,
                        StepContext.Room.UNLIMITED,
                        Optional.empty()));
    }

    private interface While {
        void run() throws Exception;
    }

    /** Does {@code meanwhile} while Ann's statement runs, then requires that the statement ends well. */
    private static void whileAnnReads(GatewayTestBed bed, While meanwhile) throws Exception {
        try (Connection holder = database.dataSource().getConnection();
                Statement lock = holder.createStatement()) {
            lock.execute("SELECT pg_advisory_lock(" + HELD + ")");
            CompletableFuture<StepReport> reading = CompletableFuture.supplyAsync(() -> {
                try {
                    return move(bed, ANN, SECRET);
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            });
            while (ask(
                            database,
                            "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND objid = " + HELD
                                    + " AND NOT granted")
                    .equals("0")) {
                Thread.onSpinWait();
            }
            meanwhile.run();
            lock.execute("SELECT pg_advisory_unlock(" + HELD + ")");
            assertThat(reading.get(60, TimeUnit.SECONDS).rows()).isEqualTo(1);
        }
    }

    @Test
    void users_who_share_a_login_see_each_other_s_statements() throws Exception {
        try (GatewayTestBed bed = bed(false)) {
            whileAnnReads(bed, () -> {
                move(bed, BEN, extract(SPIED, "ben.csv"));
                assertThat(bed.text("ben.csv")).contains("secret of ann");
            });
        }
    }

    @Test
    void a_user_with_a_login_of_their_own_is_neither_read_nor_ended_by_others() throws Exception {
        try (GatewayTestBed bed = bed(true, ANN, BEN)) {
            whileAnnReads(bed, () -> {
                move(bed, BEN, extract(SPIED, "ben.csv"));
                assertThat(bed.text("ben.csv")).doesNotContain("secret");
                for (String function : List.of("pg_cancel_backend", "pg_terminate_backend")) {
                    assertThatThrownBy(() -> move(
                                    bed,
                                    BEN,
                                    extract(
                                            "SELECT " + function
                                                    + "(pid) FROM pg_stat_activity WHERE usename = 'login_ann'",
                                            "end.csv")))
                            .isInstanceOfSatisfying(
                                    ProblemException.class,
                                    e -> assertThat(e.problem().code()).isEqualTo(ProblemCode.DATABASE_RIGHT));
                }
                assertThatThrownBy(() -> move(
                                bed, BEN, extract("SELECT set_config('role', 'login_ann', true) AS r", "role.csv")))
                        .isInstanceOf(ProblemException.class);
            });
        }
    }

    /** Shows why {@code SET ROLE} on a shared login is not offered. */
    @Test
    void a_role_that_is_set_on_a_shared_login_is_taken_off_by_one_statement() throws Exception {
        GatewayTestBed.run(database, "GRANT login_ben TO login_shared");
        try (GatewayTestBed bed = bed(false)) {
            whileAnnReads(bed, () -> {
                try (Connection shared = DriverManager.getConnection(database.jdbcUrl(), "login_shared", "p");
                        Statement statement = shared.createStatement()) {
                    statement.execute("SET ROLE login_ben");
                    assertThat(first(statement, "SELECT (" + SPIED + ")")).isEmpty();
                    assertThat(first(statement, "SELECT set_config('role', 'none', true) || (" + SPIED + ")"))
                            .contains("secret of ann");
                }
            });
        }
    }

    private static String first(Statement statement, String sql) throws SQLException {
        try (ResultSet answer = statement.executeQuery(sql)) {
            answer.next();
            return answer.getString(1);
        }
    }

    @Test
    void each_step_logs_in_as_its_owner_and_others_share_the_source_s_login() throws Exception {
        try (GatewayTestBed bed = bed(false, ANN)) {
            bed.write("kept.csv", "n\n1\n");
            for (String owner : List.of(ANN, BEN, ANN)) {
                move(bed, owner, store("INSERT INTO kept SELECT session_user || ? WHERE true", "kept.csv"));
                move(bed, owner, extract("SELECT session_user AS u", owner + ".csv"));
            }

            assertThat(ask(database, "SELECT string_agg(who, ' ' ORDER BY who) FROM kept"))
                    .isEqualTo("login_ann1 login_ann1 login_shared1");
            assertThat(bed.text("ann.csv")).isEqualTo("u\nlogin_ann\n");
            assertThat(bed.text("ben.csv")).isEqualTo("u\nlogin_shared\n");
            assertThat(bed.gateway
                            .sample(new Place.Source("risk"), "SELECT session_user AS u", 1, ANN)
                            .rows())
                    .containsExactly(List.of(Optional.of("login_ann")));
        }
    }

    @Test
    void a_user_without_a_login_of_their_own_is_refused_where_each_needs_one() throws Exception {
        try (GatewayTestBed bed = bed(true, ANN)) {
            StagingStep step = extract("SELECT session_user AS u", "o.csv");

            assertThat(bed.gateway.obstacle(step, ANN)).isEmpty();
            assertThat(bed.gateway.obstacle(step, BEN).orElseThrow().message())
                    .isEqualTo("source risk has no login for user ben");
            assertThatThrownBy(() -> move(bed, BEN, step))
                    .isInstanceOfSatisfying(
                            ProblemException.class,
                            e -> assertThat(e.problem().detail()).contains("slipway.sources.risk.logins"));
            assertThat(bed.gateway.probe(new Place.Source("risk"))).isEmpty();
        }
    }

    @Test
    void what_a_statement_does_to_its_session_is_gone_for_the_next_user() throws Exception {
        GatewayTestBed.run(
                database,
                "CREATE SEQUENCE numbers",
                "GRANT USAGE ON numbers TO login_shared",
                "GRANT login_ben TO login_shared",
                "CREATE FUNCTION litter() RETURNS text LANGUAGE plpgsql AS $$ BEGIN"
                        + " CREATE TEMP TABLE litter(n int); LISTEN litter; PREPARE litter AS SELECT 1;"
                        + " PERFORM nextval('numbers'), pg_advisory_lock(7), set_config('work_mem', '77kB', false),"
                        + " set_config('litter.secret', 'secret of ann', false), set_config('role',"
                        + " 'login_ben', false);"
                        + " RETURN pg_backend_pid()::text; END $$",
                "GRANT TEMP ON DATABASE " + ask(database, "SELECT current_database()") + " TO login_shared");
        try (GatewayTestBed bed = bed(false)) {
            bed.write("kept.csv", "n\n1\n");
            move(bed, ANN, store("INSERT INTO kept SELECT litter() WHERE ?::int = 1", "kept.csv"));

            move(bed, BEN, extract("""
                            SELECT current_user = 'login_shared' AND current_setting('work_mem') <> '77kB'
                              AND coalesce(current_setting('litter.secret', true), '') = ''
                              AND to_regclass('pg_temp.litter') IS NULL
                              AND NOT EXISTS (SELECT FROM pg_listening_channels())
                              AND NOT EXISTS (SELECT FROM pg_prepared_statements WHERE name = 'litter')
                              AND NOT EXISTS (SELECT FROM pg_locks WHERE locktype = 'advisory') AS clean,
                              pg_backend_pid()::text = (SELECT who FROM kept) AS same_session""", "clean.csv"));

            assertThat(bed.text("clean.csv")).isEqualTo("clean,same_session\nt,t\n");
            assertThat(bed.problemOf(extract("SELECT lastval() AS n", "last.csv"))
                            .detail())
                    .contains("lastval is not yet defined");
        }
    }
}
