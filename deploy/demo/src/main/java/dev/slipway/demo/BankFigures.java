package dev.slipway.demo;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.Locale;

/**
 * Prints the results that a run of the bank has stored: the VaR of each desk, and the bank's VaR beside the VaR that a
 * query computes from the stored vectors.
 */
final class BankFigures {
    private static final String DESKS = """
            SELECT desk, value, lower, upper FROM risk.bank_figure
            WHERE job = ? AND measure = 'var_mean' AND confidence = 0.99 AND desk IS NOT NULL ORDER BY value DESC
            """;
    private static final String BANK =
            "SELECT value FROM risk.bank_figure WHERE job = ? AND measure = ? AND confidence = 0.99 AND desk IS NULL";

    private BankFigures() {}

    /**
     * Prints the figures. Ends the program with status 1 without stored rows, or if program and query disagree.
     */
    static void print(RiskDatabase database, String token) throws SQLException {
        try (Connection connection = database.connect(RiskDatabase.WRITER)) {
            printDesks(connection, token);
            BigDecimal stored = bank(connection, token, "var_today");
            BigDecimal found = query(connection, token);
            if (stored == null || found == null) {
                System.err.println("the database holds no VaR of job " + token);
                System.exit(1);
            }
            System.out.println("VaR99=" + bank(connection, token, "var_mean"));
            System.out.println("VaR99_today=" + stored);
            System.out.println("VaR99_today_SQL=" + found);
            if (!stored.equals(found)) {
                System.err.println("program and query disagree on the VaR of job " + token);
                System.exit(1);
            }
        }
    }

    private static void printDesks(Connection connection, String token) throws SQLException {
        System.out.println("  10-day VaR by desk, relative to the mean, 99 %");
        try (PreparedStatement query = connection.prepareStatement(DESKS)) {
            query.setString(1, token);
            try (ResultSet rows = query.executeQuery()) {
                while (rows.next()) {
                    System.out.printf(
                            Locale.ROOT,
                            "  %-14s %,16.2f   (95 %% interval %,.2f to %,.2f)%n",
                            rows.getString("desk"),
                            rows.getBigDecimal("value"),
                            rows.getBigDecimal("lower"),
                            rows.getBigDecimal("upper"));
                }
            }
        }
    }

    private static BigDecimal bank(Connection connection, String token, String measure) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement(BANK)) {
            query.setString(1, token);
            query.setString(2, measure);
            try (ResultSet row = query.executeQuery()) {
                return row.next() ? row.getBigDecimal(1) : null;
            }
        }
    }

    /** Computes the VaR of all desks from their stored vectors. */
    private static BigDecimal query(Connection connection, String token) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement(RiskDatabase.resource("/sql/var_of_desks.sql"))) {
            query.setString(1, token);
            query.setNull(2, Types.ARRAY);
            query.setBigDecimal(3, new BigDecimal("0.99"));
            try (ResultSet row = query.executeQuery()) {
                return row.next() ? row.getBigDecimal(1) : null;
            }
        }
    }
}
