package dev.slipway.demo;

import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Locale;

/** Prints the results that a trading day has stored. */
final class TradingDayFigures {
    private static final String BY_SYMBOL = """
            SELECT symbol, count(*) AS executions, sum(shares) AS shares,
                   (array_agg(price ORDER BY number, seq))[1] AS first, min(price) AS low, max(price) AS high,
                   (array_agg(price ORDER BY number DESC, seq DESC))[1] AS last
            FROM exchange.execution WHERE job = ? GROUP BY symbol ORDER BY symbol
            """;

    private static final StoredFigures FIGURES = new StoredFigures(
            "  symbol      executions        shares     first       low      high      last",
            BY_SYMBOL,
            TradingDayFigures::line,
            "/sql/trading_day_figures.sql",
            TradingDayFigures::summary);

    private TradingDayFigures() {}

    /**
     * Prints the day of each symbol, and at last {@code EXCHANGE orders=N executions=N money_off=N shares_off=N}; ends
     * the program with status 1 without stored rows, or if money or shares do not add up.
     */
    static void print(RiskDatabase database, String token) throws SQLException {
        FIGURES.print(database, token);
    }

    private static boolean summary(ResultSet row) throws SQLException {
        if (row.getString("orders") == null) {
            return false;
        }
        System.out.println("EXCHANGE orders=" + plain(row, "orders") + " executions=" + plain(row, "executions")
                + " money_off=" + plain(row, "money_off") + " shares_off=" + plain(row, "shares_off"));
        if (row.getBigDecimal("money_off").signum() != 0
                || row.getBigDecimal("shares_off").signum() != 0) {
            System.exit(1);
        }
        return true;
    }

    private static String plain(ResultSet row, String column) throws SQLException {
        BigDecimal value = row.getBigDecimal(column);
        return value.signum() == 0 ? "0" : value.stripTrailingZeros().toPlainString();
    }

    private static String line(ResultSet row) throws SQLException {
        return String.format(
                Locale.ROOT,
                "  %-10s  %,10d  %,12.2f  %,8.2f  %,8.2f  %,8.2f  %,8.2f",
                row.getString("symbol"),
                row.getLong("executions"),
                row.getBigDecimal("shares"),
                row.getBigDecimal("first"),
                row.getBigDecimal("low"),
                row.getBigDecimal("high"),
                row.getBigDecimal("last"));
    }
}
