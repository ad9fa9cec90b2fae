package dev.slipway.journeys;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.demo.RiskDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Runs the report's workflow (section 3.5, figure 4), and checks each step from outside, by what a user can see. */
class MainJobIT {
    private static final String FIGURE =
            "SELECT %s FROM risk.run_figure WHERE job = ? AND measure = 'var_mean' AND confidence = 0.99";

    private static Installation installation;
    private static String token;
    private static String status;

    @BeforeAll
    static void run_the_demos_document() {
        installation = Installation.start();
        token = installation
                .slipway(
                        "submit",
                        ShippedCommand.root()
                                .resolve("deploy/demo/equity-var.xml")
                                .toString())
                .answer();
        status = installation.watched(token);
    }

    @AfterAll
    static void stop() {
        installation.close();
    }

    @Test
    void the_token_has_32_characters_and_the_job_is_done() {
        assertThat(token).matches("[0-9a-hjkmnp-tv-z]{32}");
        assertThat(status).contains("\"state\":\"CLOSED\"").contains("\"word\":\"DONE\"");
    }

    @Test
    void the_second_group_took_its_parameters_from_the_rows_of_the_first() {
        assertThat(step("books")).contains("\"orderGroup\":1").contains("\"rows\":8");
        assertThat(step("symbols")).contains("\"orderGroup\":1").contains("\"rows\":20");
        assertThat(step("positions")).contains("\"orderGroup\":2").contains("\"rows\":5000");
        assertThat(step("prices")).contains("\"orderGroup\":2").contains("\"rows\":10100");
    }

    @Test
    void the_curve_came_over_ssh_whole() throws IOException {
        long size = Files.size(ShippedCommand.root().resolve("deploy/demo/curves/usd.csv"));
        assertThat(step("curve")).contains("\"place\":\"market-data\"").contains("\"bytes\":" + size);
    }

    @Test
    void the_distribution_and_the_figures_are_in_sql_once() throws SQLException {
        assertThat(count("run_pnl")).isEqualTo(10_000);
        assertThat(count("run_figure")).isEqualTo(8);
        double var = figure("value");
        assertThat(var).isPositive().isBetween(figure("lower"), figure("upper"));
    }

    @Test
    void the_results_can_be_downloaded_and_say_what_sql_says() throws IOException, SQLException {
        Path file = installation.home().resolveSibling("figures.csv");
        installation.slipway("results", token, "figures", "-o", file.toString()).answer();

        Map<String, Double> figures = new HashMap<>();
        for (String line : Files.readAllLines(file)) {
            String[] fields = line.split(",", -1);
            if (fields[0].equals("var_mean")) {
                figures.put(fields[1], Double.valueOf(fields[2]));
            }
        }
        assertThat(figures.get("0.99")).isEqualTo(figure("value"));
    }

    @Test
    void the_value_at_risk_is_the_quantile_of_the_stored_distribution() throws SQLException {
        String query = """
                SELECT avg(pnl) - (SELECT pnl FROM risk.run_pnl WHERE job = ? ORDER BY pnl OFFSET 99 LIMIT 1) \
                FROM risk.run_pnl WHERE job = ?
                """;
        try (Connection connection = installation.database().connect(RiskDatabase.WRITER);
                PreparedStatement statement = connection.prepareStatement(query)) {
            statement.setString(1, token);
            statement.setString(2, token);
            try (ResultSet row = statement.executeQuery()) {
                row.next();
                // The value is the 100th of 10,000 from below; the kernel's rule may take a neighbour.
                assertThat(row.getDouble(1))
                        .isCloseTo(figure("value"), org.assertj.core.data.Percentage.withPercentage(1));
            }
        }
    }

    @Test
    void output_history_and_list_tell_of_it() {
        assertThat(installation.slipway("output", token).answer())
                .contains("positions 5000")
                .contains("scenarios 10000");
        assertThat(installation.slipway("history", token).answer())
                .containsIgnoringCase("accepted")
                .containsIgnoringCase("launch");
        assertThat(installation.slipway("list").answer()).contains(token).contains("equity-var");
    }

    @Test
    void nothing_of_the_run_is_left_in_scratch() throws IOException {
        try (var entries = Files.walk(installation.home().resolve("scratch"))) {
            assertThat(entries.filter(Files::isRegularFile)).isEmpty();
        }
    }

    /** Returns the step's object in the status. */
    private static String step(String name) {
        int begin = status.indexOf("{\"name\":\"" + name + "\"");
        assertThat(begin).as("step %s in %s", name, status).isNotNegative();
        return status.substring(begin, status.indexOf('}', begin));
    }

    private static long count(String table) throws SQLException {
        return (long) single("SELECT count(*)::float8 FROM risk." + table + " WHERE job = ?");
    }

    private static double figure(String column) throws SQLException {
        assertThat(List.of("value", "lower", "upper")).contains(column);
        return single(FIGURE.formatted(column));
    }

    private static double single(String query) throws SQLException {
        try (Connection connection = installation.database().connect(RiskDatabase.WRITER);
                PreparedStatement statement = connection.prepareStatement(query)) {
            statement.setString(1, token);
            try (ResultSet row = statement.executeQuery()) {
                assertThat(row.next()).isTrue();
                return row.getDouble(1);
            }
        }
    }
}
