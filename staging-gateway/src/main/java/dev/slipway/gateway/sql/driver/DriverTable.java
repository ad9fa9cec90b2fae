package dev.slipway.gateway.sql.driver;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The target table of a plain INSERT or REPLACE.
 *
 * @param schema null for the schema of the connection
 */
record DriverTable(String schema, String name) {
    private static final Pattern INTO = Pattern.compile(
            "\\s*(?:INSERT|REPLACE)\\s+(?:IGNORE\\s+)?INTO\\s+(?:`?(\\w+)`?\\s*\\.\\s*)?`?(\\w+)`?[\\s(].*",
            Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

    private static final String ENGINE = "SELECT e.engine FROM information_schema.tables t"
            + " JOIN information_schema.engines e ON e.engine = t.engine WHERE e.transactions = 'NO'"
            + " AND t.table_schema = coalesce(?, database()) AND t.table_name = ?";

    /** Returns the table; empty for statements of another form. */
    static Optional<DriverTable> of(String sql) {
        Matcher matcher = INTO.matcher(sql);
        return matcher.matches() ? Optional.of(new DriverTable(matcher.group(1), matcher.group(2))) : Optional.empty();
    }

    /**
     * Returns a note if the table keeps rows that are rolled back. Only MySQL's family has such tables beside others.
     */
    Optional<String> withoutTransactions(DriverSession session) {
        if (!session.problems().isMysql()) {
            return Optional.empty();
        }
        try (PreparedStatement asked = session.statement(ENGINE)) {
            asked.setString(1, schema);
            asked.setString(2, name);
            try (ResultSet engine = asked.executeQuery()) {
                return engine.next()
                        ? Optional.of("table " + name + " has no transactions (ENGINE=" + engine.getString(1)
                                + "): the rows of a store that fails stay there")
                        : Optional.empty();
            }
        } catch (SQLException e) {
            // Only the note is lost; the statement itself was described.
            return Optional.empty();
        }
    }
}
