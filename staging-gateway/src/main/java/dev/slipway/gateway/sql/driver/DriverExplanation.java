package dev.slipway.gateway.sql.driver;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Returns how a database other than PostgreSQL would run a query, in the database's own words, which differ from make
 * to make and are not parsed. Asks only makes that are known to take {@code EXPLAIN} for a plan and not for a run.
 */
final class DriverExplanation {
    /** The names that the drivers of these makes report. */
    private static final Set<String> KNOWN = Set.of("MariaDB", "MySQL", "H2");

    private static final int MOST_LINES = 10;
    private static final int LONGEST_LINE = 300;

    private DriverExplanation() {}

    /**
     * Returns notes for people. A refused explanation is no problem of the query, because some servers require rights
     * for EXPLAIN that a run does not need.
     */
    static List<String> of(DriverSession session, DriverStatement query) throws SQLException {
        String make = session.connection().getMetaData().getDatabaseProductName();
        if (!KNOWN.contains(make) || query.isCall()) {
            return List.of(
                    query.isCall()
                            ? "a CALL is described and cannot be explained"
                            : "not explained: it is not known how " + make + " does that without running it");
        }
        try (PreparedStatement statement = session.statement("EXPLAIN " + query.sql())) {
            for (int i = 1; i <= query.types().size(); i++) {
                statement.setNull(i, Types.NULL);
            }
            try (ResultSet plan = statement.executeQuery()) {
                // With unknown parameter values the plan says little, but the server has checked the rights.
                return query.types().isEmpty() ? lines(plan) : List.of("the server explains it, for NULL in each ?");
            }
        } catch (SQLException e) {
            if (session.problems().isOutage(e)) {
                throw e;
            }
            return List.of("the server does not explain it: "
                    + cut(session.problems().words(e).replaceAll("\\s+", " ")));
        }
    }

    private static List<String> lines(ResultSet plan) throws SQLException {
        List<String> lines = new ArrayList<>();
        ResultSetMetaData columns = plan.getMetaData();
        while (plan.next() && lines.size() < MOST_LINES) {
            List<String> values = new ArrayList<>();
            for (int i = 1; i <= columns.getColumnCount(); i++) {
                String value = plan.getString(i);
                if (value != null && !value.isBlank()) {
                    values.add(columns.getColumnCount() == 1 ? value : columns.getColumnLabel(i) + " " + value);
                }
            }
            lines.add("the server's plan: "
                    + cut(String.join(", ", values).replaceAll("\\s+", " ").strip()));
        }
        return lines;
    }

    private static String cut(String text) {
        return text.length() <= LONGEST_LINE ? text : text.substring(0, LONGEST_LINE) + "...";
    }
}
