package dev.slipway.journeys;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.demo.RiskDatabase;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Stops and kills the whole service: queue, finished jobs and runs are as before. A run goes on where another one
 * stopped.
 */
class RestartIT {
    private static final Duration PATIENCE = Duration.ofSeconds(300);
    private static final Pattern RUN_BEGUN = Pattern.compile("\"state\":\"RUNNING\",\"begun\":\"([^\"]+)\"");

    /** Does three units of work. The second unit fails, unless an earlier run did the first. */
    private static final String UNITS = """
            [ ! -e out/units/1 ] || again=yes
            [ "$OMPI_COMM_WORLD_RANK" = 0 ] || exit 0
            mkdir -p out/units
            echo "done before: $(ls out/units | tr '\\n' ' ')"
            for unit in 1 2 3; do
              [ ! -e "out/units/$unit" ] || continue
              [ "$unit" != 2 ] || [ -n "$again" ] || exit 7
              echo "of $SLIPWAY_TOKEN" > "out/units/$unit.part" && mv "out/units/$unit.part" "out/units/$unit"
            done
            cat out/units/*
            """;

    private static Installation installation;

    @BeforeAll
    static void start() {
        installation = Installation.start();
    }

    @AfterAll
    static void stop() {
        installation.close();
    }

    @Test
    void a_killed_service_goes_on_with_queue_and_finished_jobs() throws SQLException {
        String finished = installation.submit(Documents.smallJob());
        String before = installation.watched(finished);
        String running = installation.submit(Documents.mainJob());
        await(running, "\"state\":\"RUNNING\"");
        List<String> waiting = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            waiting.add(installation.submit(Documents.smallJob()));
        }

        installation.killService();
        installation.startService();

        assertThat(installation.slipway("status", finished, "--json").answer()).isEqualTo(before);
        assertDone(running, 10_000);
        for (String token : waiting) {
            assertDone(token, 500);
        }
        assertThat(launches(running)).isEqualTo(1);
    }

    @Test
    void kills_with_a_job_in_each_phase_let_each_end_once_as_it_should() throws Exception {
        // The program ignores SIGTERM, so that a cancel takes at least a second.
        installation.offer("held", "trap '' TERM\nwhile [ ! -e \"$1\" ]; do sleep 0.05; done\n");
        installation.offer("loud", "while [ ! -e \"$1\" ]; do sleep 0.05; done\nhead -c 150000000 /dev/zero\n");
        Path gate = installation.home().resolveSibling("gate");
        Path loudGate = installation.home().resolveSibling("loud-gate");
        String stagingOut;
        String stagingIn;
        try (Connection results = locked("risk.run_pnl");
                Connection positions = installation.database().connectAsOwner()) {
            stagingOut = installation.submit(Documents.on("wide", Documents.smallJob()));
            await(stagingOut, "\"state\":\"STAGING_OUT\"");
            lock(positions, "risk.position");
            stagingIn = installation.submit(Documents.on("wide", Documents.smallJob()));
            String running = installation.submit(waitingFor(gate, "held"));
            String cancelled = installation.submit(waitingFor(gate, "held"));
            String cleaning = installation.submit(waitingFor(loudGate, "loud"));
            for (String token : List.of(running, cancelled, cleaning)) {
                await(token, "\"state\":\"RUNNING\"");
            }
            Files.createFile(loudGate);
            killInTheCleaningOf(cleaning);

            killInTheCancelOf(cancelled);

            assertThat(installation.slipway("status", running, "--json").answer())
                    .contains("\"state\":\"RUNNING\"");
            Files.createFile(gate);
            assertThat(installation.watched(running)).contains("\"word\":\"DONE\"");
            for (String token : List.of(running, cancelled, cleaning)) {
                assertThat(launches(token)).isEqualTo(1);
                assertThat(processes(token)).isEmpty();
            }
            results.rollback();
            positions.rollback();
        }
        for (String token : List.of(stagingOut, stagingIn)) {
            assertDone(token, 500);
            assertThat(launches(token)).isEqualTo(1);
        }
    }

    @Test
    void a_service_that_was_stopped_starts_the_waiting_jobs_in_the_order_of_their_submission() {
        List<String> tokens = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            tokens.add(installation.submit(Documents.smallJob()));
        }
        installation.stopService();
        installation.startService();

        List<String> begun = new ArrayList<>();
        for (String token : tokens) {
            Matcher run = RUN_BEGUN.matcher(installation.watched(token));
            assertThat(run.find()).isTrue();
            begun.add(run.group(1));
        }
        assertThat(begun).isSorted();
    }

    private void killInTheCleaningOf(String token) {
        installation.awaitLog("job " + token + ": stage-out ended");
        installation.killService();
        assertThat(installation.log())
                .as("the moment of the kill")
                .doesNotContainPattern("job " + token + ": \\d+ results kept");
        installation.startService();
        assertThat(installation.watched(token)).contains("\"word\":\"DONE\"");
    }

    private void killInTheCancelOf(String token) throws InterruptedException {
        Thread user = new Thread(() -> installation.slipway("cancel", token));
        user.start();
        installation.awaitLog("job " + token + ": cancel requested");
        installation.killService();
        user.join();
        assertThat(installation.log()).as("the moment of the kill").doesNotContain("job " + token + ": cancelled");
        installation.startService();
        assertThat(installation.watched(token)).contains("\"word\":\"CANCELLED\"");
    }

    private static String waitingFor(Path gate, String program) {
        return Documents.on("wide", Documents.bareJob(program, program, gate.toString()));
    }

    private static Connection locked(String table) throws SQLException {
        Connection connection = installation.database().connectAsOwner();
        lock(connection, table);
        return connection;
    }

    private static void lock(Connection connection, String table) throws SQLException {
        connection.setAutoCommit(false);
        try (Statement statement = connection.createStatement()) {
            statement.execute("LOCK TABLE " + table + " IN ACCESS EXCLUSIVE MODE");
        }
    }

    /** Returns the command lines of processes with the token in the command line or the environment. */
    private static List<String> processes(String token) throws IOException {
        List<String> found = new ArrayList<>();
        try (var entries = Files.newDirectoryStream(Path.of("/proc"), "[0-9]*")) {
            for (Path process : entries) {
                String command = text(process.resolve("cmdline"));
                if ((command + text(process.resolve("environ"))).contains(token)) {
                    found.add(command);
                }
            }
        }
        return found;
    }

    private static String text(Path file) {
        try {
            return new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            // The process has ended meanwhile, or belongs to another user.
            return "";
        }
    }

    private void assertDone(String token, int scenarios) throws SQLException {
        assertThat(installation.watched(token)).contains("\"word\":\"DONE\"");
        try (Connection connection = installation.database().connect(RiskDatabase.WRITER);
                PreparedStatement count =
                        connection.prepareStatement("SELECT count(*) FROM risk.run_pnl WHERE job = ?")) {
            count.setString(1, token);
            try (ResultSet row = count.executeQuery()) {
                row.next();
                assertThat(row.getInt(1)).isEqualTo(scenarios);
            }
        }
    }

    private void await(String token, String state) {
        Installation.await(
                "job " + token + " has " + state,
                PATIENCE,
                () -> installation.slipway("status", token, "--json").answer().contains(state));
    }

    private long launches(String token) {
        return installation
                .slipway("history", token)
                .answer()
                .lines()
                .filter(line -> line.toLowerCase(Locale.ROOT).contains("launch"))
                .count();
    }

    @Test
    void a_retry_goes_on_from_the_checkpoint_folder_of_a_run_that_ended_badly() {
        installation.offer("units", UNITS);
        String ended = installation.submit(Documents.changed(
                Documents.bareJob("units", "units"),
                "</jsdl:JobDescription>",
                "<sw:CheckpointFolder xmlns:sw=\"urn:slipway:job:1\">out/units</sw:CheckpointFolder>"
                        + "</jsdl:JobDescription>"));
        assertThat(installation.watched(ended)).contains("run.program-failed");
        assertThat(installation.slipway("explain", ended).out())
                .contains("Its checkpoint folder is kept, and the first retry goes on from it: `slipway retry " + ended
                        + "`.");

        String again = installation.slipway("retry", ended).answer();

        assertThat(installation.watched(again)).contains("\"word\":\"DONE\"");
        assertThat(installation.slipway("output", again).out())
                .contains("done before: 1 \n", "of " + ended + "\nof " + again + "\nof " + again + "\n");
        assertThat(installation.slipway("history", again).answer())
                .contains("going on from the checkpoint folder of job " + ended);
    }
}
