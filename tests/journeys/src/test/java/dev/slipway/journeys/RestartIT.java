package dev.slipway.journeys;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.demo.RiskDatabase;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Stops and kills of the whole service: queue, finished jobs and runs are as before. */
class RestartIT {
    private static final Duration PATIENCE = Duration.ofSeconds(120);
    private static final Pattern RUN_BEGUN = Pattern.compile("\"state\":\"RUNNING\",\"begun\":\"([^\"]+)\"");

    private Installation installation;

    @BeforeEach
    void start() {
        installation = Installation.start();
    }

    @AfterEach
    void stop() {
        installation.close();
    }

    @Test
    void a_killed_service_goes_on_with_queue_run_and_finished_jobs() throws SQLException {
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
                .filter(line -> line.toLowerCase(java.util.Locale.ROOT).contains("launch"))
                .count();
    }
}
