package dev.slipway.journeys;

import static dev.slipway.journeys.Documents.changed;
import static dev.slipway.journeys.Documents.tradingDay;
import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.demo.RiskDatabase;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Tests a trading day as a job: an exchange server with a PostgreSQL of its own, inside of a run that reaches no other
 * database.
 */
class TradingDayIT {
    private static final Duration PATIENCE = Duration.ofSeconds(180);
    private static final int REQUESTS = 3_000;

    private static Installation installation;
    private static String token;

    @BeforeAll
    static void run_a_day() throws SQLException {
        installation = Installation.start();
        installation.database().addTradingDay(REQUESTS);
        token = installation.submit(tradingDay());
        assertThat(installation.watched(token)).contains("\"state\":\"CLOSED\"").contains("\"word\":\"DONE\"");
        assertThat(exchangeProcesses()).isEmpty();
    }

    @AfterAll
    static void stop() {
        installation.close();
    }

    @Test
    void its_executions_positions_balances_and_figures_are_stored_and_nothing_is_off() throws Exception {
        assertThat(number("SELECT value FROM exchange.figure WHERE name = 'requests' AND job = ?"))
                .isEqualByComparingTo(BigDecimal.valueOf(REQUESTS));
        assertThat(number("SELECT count(*) FROM exchange.execution WHERE job = ?"))
                .isGreaterThan(BigDecimal.valueOf(REQUESTS / 10))
                .isEqualByComparingTo(
                        number("SELECT value FROM exchange.figure WHERE name = 'executions' AND job = ?"));
        assertThat(number("SELECT sum(balance + reserved) - (SELECT sum(balance) FROM exchange.trading_account)"
                        + " FROM exchange.closing_balance WHERE job = ?"))
                .isEqualByComparingTo(BigDecimal.ZERO);
        assertThat(number("SELECT sum(shares + reserved) - (SELECT sum(shares) FROM exchange.opening_position)"
                        + " FROM exchange.closing_position WHERE job = ?"))
                .isEqualByComparingTo(BigDecimal.ZERO);
        assertThat(number("SELECT count(*) FROM exchange.execution e JOIN exchange.request r ON r.id = e.request"
                        + " WHERE e.job = ? AND (r.at, r.symbol) IS DISTINCT FROM (e.time_of_day, e.symbol)"))
                .as("each execution has the time and the symbol of the request that brought it about")
                .isEqualByComparingTo(BigDecimal.ZERO);
    }

    @Test
    void its_prices_and_volumes_are_kept_as_series_over_the_day() throws IOException {
        for (String name : List.of("prices", "volumes")) {
            Path file = installation.home().resolveSibling(name + ".csv");
            installation.slipway("results", token, name, "-o", file.toString()).answer();
            List<String> lines = Files.readAllLines(file);
            assertThat(lines.get(0).split(",")).hasSize(5).startsWith("hour").contains("AMBER", "DOLERITE");
            assertThat(lines.get(1)).startsWith("9.6667,");
            assertThat(lines.get(lines.size() - 1)).startsWith("16.0000,");
            assertThat(lines).hasSize(1 + 39);
        }
        assertThat(installation.slipway("output", token).out())
                .containsPattern("DAY requests=" + REQUESTS + " .*money_off=0 shares_off=0");
    }

    @Test
    void a_cancelled_one_leaves_no_process() {
        // The job has a hundred days in one, one request at a time, which takes minutes.
        String cancelled = installation.submit(changed(
                changed(tradingDay(), ">64<", ">1<"),
                "SELECT id, at, account, kind, symbol, amount, price, request FROM exchange.request ORDER BY id",
                "SELECT id + 1000000 * day AS id, at, account, kind, symbol, amount, price,"
                        + " request + 1000000 * day AS request"
                        + " FROM exchange.request, generate_series(0, 99) AS day ORDER BY 1"));
        Installation.await("the server runs", PATIENCE, () -> exchangeProcesses()
                .anyMatch(command -> command.endsWith("exchange-server")));

        installation.slipway("cancel", cancelled).answer();

        assertThat(installation.watched(cancelled)).contains("\"word\":\"CANCELLED\"");
        assertThat(exchangeProcesses()).isEmpty();
    }

    @Test
    void a_row_that_the_exchange_refuses_in_the_morning_fails_the_job_by_file_and_line() {
        String refused = installation.submit(changed(
                tradingDay(), "SELECT account, symbol, shares FROM", "SELECT 4711 AS account, symbol, shares FROM"));

        assertThat(installation.watched(refused)).contains("\"word\":\"FAILED\"");
        assertThat(installation.slipway("output", refused, "--stderr").out())
                .contains("positions.csv line 2: the exchange server refuses it: ");
    }

    private static BigDecimal number(String query) throws SQLException {
        try (Connection connection = installation.database().connect(RiskDatabase.WRITER);
                PreparedStatement statement = connection.prepareStatement(query)) {
            statement.setString(1, token);
            try (ResultSet row = statement.executeQuery()) {
                assertThat(row.next()).isTrue();
                return row.getBigDecimal(1);
            }
        }
    }

    /** Returns the running programs of this installation's exchange. */
    private static Stream<String> exchangeProcesses() {
        String kernels = installation.home().resolve("kernels").toString();
        return ProcessHandle.allProcesses()
                .flatMap(process -> process.info().command().stream())
                .filter(command -> command.startsWith(kernels + "/bin/exchange-")
                        || command.startsWith(kernels + "/libexec/exchange-postgres"));
    }
}
