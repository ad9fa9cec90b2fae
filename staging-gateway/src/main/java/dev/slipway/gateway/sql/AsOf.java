package dev.slipway.gateway.sql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * How a statement asks as of when it reads: by a setting of its transaction, {@code current_setting('slipway.as_of')::timestamptz}. No text
 * is replaced in the statement, and no {@code ?} is used up.
 */
final class AsOf {
    private static final String SETTING = "slipway.as_of";
    private static final Pattern ASKED = Pattern.compile("(?i)current_setting\\s*+\\(\\s*+'slipway\\.as_of'\\s*+\\)");

    private AsOf() {}

    /** Whether the text could ask. */
    static boolean isIn(String statement) {
        return statement.toLowerCase(Locale.ROOT).contains(SETTING);
    }

    /** The text with a name of no meaning in place of each question. */
    static String without(String statement) {
        return ASKED.matcher(statement).replaceAll("as_of");
    }

    /** Answers for this transaction: with the time of a shared snapshot, or with that of the transaction's own begin. */
    static void set(Connection connection, Optional<String> shared) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(
                "SELECT set_config('" + SETTING + "', coalesce(?::text, transaction_timestamp()::text), true)")) {
            statement.setString(1, shared.orElse(null));
            statement.execute();
        }
    }
}
