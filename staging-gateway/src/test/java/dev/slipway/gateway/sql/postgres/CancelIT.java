package dev.slipway.gateway.sql.postgres;

import static dev.slipway.gateway.GatewayTestBed.ask;
import static dev.slipway.gateway.GatewayTestBed.extract;
import static dev.slipway.gateway.GatewayTestBed.rows;
import static dev.slipway.gateway.GatewayTestBed.store;
import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.gateway.GatewayLimits;
import dev.slipway.gateway.GatewayTestBed;
import dev.slipway.gateway.MemoryLedger;
import dev.slipway.gateway.sql.SqlLimits;
import dev.slipway.problem.ProblemException;
import dev.slipway.request.StagingStep;
import dev.slipway.servers.Await;
import dev.slipway.servers.PostgresDatabase;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CancelIT {
    private static PostgresDatabase database;

    @TempDir
    private Path folder;

    private GatewayTestBed bed;

    @BeforeAll
    static void make_the_database() throws Exception {
        database = PostgresDatabase.fresh();
        GatewayTestBed.run(database, "CREATE TABLE kept(n int)");
    }

    @BeforeEach
    void open() throws Exception {
        bed = GatewayTestBed.on(
                database,
                folder,
                new GatewayLimits(
                        new SqlLimits(1, Duration.ofSeconds(30), Duration.ofHours(1), 10, 10),
                        dev.slipway.gateway.ssh.SshLimits.STANDARD,
                        dev.slipway.gateway.files.FileSettings.STANDARD));
    }

    @AfterEach
    void close() {
        bed.close();
    }

    @Test
    void ends_a_copy_and_leaves_no_file() throws Exception {
        cancelled(extract("SELECT n, pg_sleep(600) FROM generate_series(1, 3) n", "slow.csv.gz"), "pg_sleep");

        assertThat(bed.names()).isEmpty();
        assertThat(running("pg_sleep")).isFalse();
    }

    @Test
    void ends_a_statement_with_parameters_within_a_second() throws Exception {
        bed.write("p.csv", "s\n60\n60\n");

        cancelled(extract("SELECT pg_sleep(?::float8)", "slow.csv", rows("p.csv")), "pg_sleep");

        assertThat(bed.names()).containsExactly("p.csv");
    }

    @Test
    void ends_a_store_within_a_second_and_stores_nothing() throws Exception {
        GatewayTestBed.run(database, "TRUNCATE kept");
        bed.write("n.csv", "n\n1\n2\n");

        cancelled(store("INSERT INTO kept SELECT ?::int FROM pg_sleep(600)", "n.csv"), "pg_sleep");

        assertThat(ask(database, "SELECT count(*) FROM kept")).isEqualTo("0");
    }

    @Test
    void ends_the_wait_for_a_free_connection() throws Exception {
        Thread first = start(extract("SELECT pg_sleep(600)", "a.csv"), new AtomicReference<>());
        await("pg_sleep");
        AtomicReference<Throwable> end = new AtomicReference<>();
        Thread second = start(extract("SELECT 1", "b.csv"), end);

        interrupt(second, end);
        interrupt(first, new AtomicReference<>(new InterruptedException()));
    }

    @Test
    void the_source_works_on_after_a_cancel() throws Exception {
        cancelled(extract("SELECT pg_sleep(600)", "a.csv"), "pg_sleep");

        bed.move(extract("SELECT 1 AS a", "a.csv"));

        assertThat(bed.text("a.csv")).isEqualTo("a\n1\n");
    }

    @Test
    void a_connection_whose_statement_was_cancelled_is_not_lent_again() throws Exception {
        bed.move(extract("SELECT pg_backend_pid() AS pid", "before.csv"));
        cancelled(extract("SELECT pg_sleep(600)", "a.csv"), "pg_sleep");
        bed.move(extract("SELECT pg_backend_pid() AS pid", "after.csv"));

        assertThat(bed.text("after.csv")).isNotEqualTo(bed.text("before.csv"));
    }

    @Test
    void a_cancel_during_the_commit_does_not_undo_what_is_stored() throws Exception {
        GatewayTestBed.run(database, "TRUNCATE kept");
        bed.write("n.csv", "n\n1\n2\n");
        Thread caller = Thread.currentThread();
        MemoryLedger ledger = new MemoryLedger().afterIntent(caller::interrupt);

        assertThat(bed.move(store("INSERT INTO kept VALUES (?)", "n.csv"), ledger)
                        .rows())
                .isEqualTo(2);

        assertThat(Thread.interrupted()).isTrue();
        assertThat(ask(database, "SELECT count(*) FROM kept")).isEqualTo("2");
    }

    private void cancelled(StagingStep step, String query) throws Exception {
        AtomicReference<Throwable> end = new AtomicReference<>();
        Thread caller = start(step, end);
        await(query);
        interrupt(caller, end);
    }

    private Thread start(StagingStep step, AtomicReference<Throwable> end) {
        Thread caller = new Thread(() -> {
            try {
                bed.move(step);
            } catch (InterruptedException | ProblemException e) {
                end.set(e);
            }
        });
        caller.start();
        return caller;
    }

    private static void interrupt(Thread caller, AtomicReference<Throwable> end) throws InterruptedException {
        caller.interrupt();
        // The server's statement would take far longer than any wait of this test.
        Await.end(caller);
        assertThat(end.get()).isInstanceOf(InterruptedException.class);
    }

    private static void await(String query) throws SQLException {
        Await.until("the query runs", () -> running(query));
    }

    private static boolean running(String query) throws SQLException {
        try (Connection connection = database.dataSource().getConnection();
                Statement statement = connection.createStatement();
                var result = statement.executeQuery("SELECT count(*) > 0 FROM pg_stat_activity WHERE state = 'active'"
                        + " AND datname = current_database() AND application_name = 'slipway' AND query LIKE '%" + query
                        + "%' AND wait_event = 'PgSleep'")) {
            result.next();
            return result.getBoolean(1);
        }
    }
}
