package dev.slipway.gateway.sql.postgres;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Tells a statement the time of the state that it reads. The statement asks for a setting of its transaction,
 * {@code current_setting('slipway.as_of')::timestamptz}. So no text of the statement is replaced, and no {@code ?} is
 * used up.
 */
final class AsOf {
    private static final String SETTING = "slipway.as_of";
    private static final Pattern ASKED = Pattern.compile("(?i)current_setting\\s*+\\(\\s*+'slipway\\.as_of'\\s*+\\)");

    private AsOf() {}

    /** Returns whether the text may ask for the time. */
    static boolean isIn(String statement) {
        return statement.toLowerCase(Locale.ROOT).contains(SETTING);
    }

    /** Returns the text with a meaningless name in place of each question. */
    static String without(String statement) {
        return ASKED.matcher(statement).replaceAll("as_of");
    }

    /** Sets the time for this transaction: that of the shared snapshot, or that of the transaction's own begin. */
    static void set(Connection connection, Optional<String> shared) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(
                "SELECT set_config('" + SETTING + "', coalesce(?::text, transaction_timestamp()::text), true)")) {
            statement.setString(1, shared.orElse(null));
            statement.execute();
        }
    }
}
