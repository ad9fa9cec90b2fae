package dev.slipway.demo;

import java.io.IOException;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Locale;
import org.postgresql.PGConnection;

/** Prints the results that a run of the market chain has stored, and writes the orders of the run. */
final class MarketFigures {
    private static final String BY_RATE = """
            SELECT rate, completion_us, completion_p50_us, completion_p99_us FROM market.confirmation_time
            WHERE job = ? ORDER BY rate
            """;
    private static final String ORDERS = """
            COPY (SELECT id, kind, instrument, side, price, volume FROM market.incoming_order ORDER BY id)
            TO STDOUT (FORMAT csv, HEADER)
            """;

    private static final StoredFigures FIGURES = new StoredFigures(
            "  orders a second   confirmed after, mean         p50         p99",
            BY_RATE,
            MarketFigures::line,
            "/sql/market_figures.sql",
            MarketFigures::summary);

    private MarketFigures() {}

    /**
     * Prints the confirmation times of each rate, and at the end {@code orders=N trades=N p50_us=X}. Ends the program
     * with status 1 without stored rows.
     */
    static void print(RiskDatabase database, String token) throws SQLException {
        FIGURES.print(database, token);
    }

    private static boolean summary(ResultSet row) throws SQLException {
        if (row.getString("orders") == null || row.getString("p50_us") == null) {
            return false;
        }
        System.out.println("orders=" + row.getString("orders") + " trades=" + row.getString("trades") + " p50_us="
                + row.getString("p50_us"));
        return true;
    }

    private static String line(ResultSet row) throws SQLException {
        return String.format(
                Locale.ROOT,
                "  %,15d   %,18.1f us  %,8.1f us  %,8.1f us",
                row.getLong("rate"),
                row.getBigDecimal("completion_us"),
                row.getBigDecimal("completion_p50_us"),
                row.getBigDecimal("completion_p99_us"));
    }

    /** Writes the orders of the market as the CSV that the job has staged in. */
    static void writeOrders(RiskDatabase database, Path file) throws SQLException, IOException {
        try (Connection connection = database.connect(RiskDatabase.READER);
                Writer out = Files.newBufferedWriter(file)) {
            StringWriter csv = new StringWriter();
            connection.unwrap(PGConnection.class).getCopyAPI().copyOut(ORDERS, csv);
            out.write(csv.toString());
        }
    }
}
