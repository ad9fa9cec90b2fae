package dev.slipway.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.postgres.EmbeddedPostgres;
import dev.slipway.servers.PostgresDatabase;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Sends SIGKILL to PostgreSQL, its postmaster and all backends, at chosen moments of a job. The job must end well and
 * once.
 */
@Timeout(600)
class DatabaseKillIT {
    @TempDir
    Path folder;

    private Server store;
    private Server source;
    private World world;
    private Lane lane;

    /** Runs a server for this test alone. */
    private record Server(Path folder, EmbeddedPostgres postgres) {
        static Server start(Path folder) throws IOException {
            Files.setPosixFilePermissions(Files.createDirectory(folder), PosixFilePermissions.fromString("rwx--x--x"));
            return new Server(folder, EmbeddedPostgres.start(folder.resolve("postgres")));
        }

        PostgresDatabase database(String name) {
            postgres.createDatabase(name);
            return new PostgresDatabase(postgres.jdbcUrl(name), postgres.user(), postgres.password());
        }

        /** Commits unrelated transactions, one after the other. */
        void commitOften(String name) {
            try (Connection connection =
                            DriverManager.getConnection(postgres.jdbcUrl(name), postgres.user(), postgres.password());
                    Statement statement = connection.createStatement()) {
                statement.execute("CREATE TABLE others (n int)");
                for (int i = 0; i < 50; i++) {
                    statement.execute("INSERT INTO others VALUES (1)");
                }
            } catch (SQLException e) {
                throw new AssertionError("cannot commit to " + name, e);
            }
        }

        void killAndRevive() {
            try {
                long postmaster = Long.parseLong(Files.readAllLines(folder.resolve("postgres/data/postmaster.pid"))
                        .get(0)
                        .strip());
                ProcessHandle process = ProcessHandle.of(postmaster).orElseThrow();
                List<ProcessHandle> all = new ArrayList<>(process.descendants().toList());
                all.add(0, process);
                all.forEach(ProcessHandle::destroyForcibly);
                all.forEach(one -> one.onExit().join());
                assertThat(postgres.revive()).isTrue();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    @BeforeEach
    void start() throws Exception {
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx--x--x"));
        store = Server.start(folder.resolve("store"));
        source = Server.start(folder.resolve("source"));
        world = World.make(folder, source.database("source"), () -> store.database("store"));
        lane = new Lane("lane", world);
        lane.client.warmUp();
        lane.client.start();
    }

    @AfterEach
    void stop() throws Exception {
        lane.close();
        world.close();
        store.postgres().close();
        source.postgres().close();
    }

    @Test
    void a_job_outlives_its_store() throws Exception {
        for (String point : List.of(
                KillSwitch.before("none + ACCEPTED"),
                KillSwitch.before("STAGING_IN + STEP_INTENDED"),
                KillSwitch.after("STAGING_IN + STEP_MOVED"),
                KillSwitch.before("READY + LAUNCH_INTENDED"),
                "launch: guard has answered",
                "store: commit meant, not given",
                KillSwitch.before("CLEANING + RESULTS_KEPT"))) {
            killed(store, point);
        }
    }

    @Test
    void a_job_outlives_its_source() throws Exception {
        for (String point : List.of(
                "extract: file half written",
                "extract: its name meant, not given",
                "store: half of the rows sent",
                "store: commit meant, not given",
                "store: committed")) {
            killed(source, point);
        }
    }

    @Test
    void a_commit_of_others_is_not_taken_for_the_job_s_when_the_source_gives_its_transactions_id_again()
            throws Exception {
        killed("store: commit meant, not given", () -> {
            source.killAndRevive();
            source.commitOften("source");
        });
    }

    private void killed(Server server, String point) throws Exception {
        killed(point, server::killAndRevive);
    }

    private void killed(String point, Runnable blow) throws Exception {
        String sid = "job-" + point.replaceAll("\\W+", "-");
        lane.client.armAgainstOthers(point, blow);
        String job = lane.client.askUntil(
                "submit sid=" + sid + " in=full out=store,deliver,log results=rows,report",
                answer -> answer.length() == 32);
        lane.closed(job);

        assertThat(lane.client.disarm()).as("kills at " + point).isEqualTo(1);
        assertThat(ClosedJobCheck.on(
                        lane,
                        ExpectedEnd.done(job, sid, true, Set.of("report.csv", "stdout.txt"), Set.of("rows", "report"))))
                .as(point)
                .isEmpty();
    }
}
