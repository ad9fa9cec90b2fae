package dev.slipway.gateway.sql;

import java.util.regex.Pattern;

/** What the database tells of how many rows of its own a store's statement changed for a row of the file. */
enum Taking {
    /** At least one; a row for which it is none is lost. */
    EACH,
    /** None is no loss, for the statement says that it may leave rows out. */
    SOME,
    /** Nothing: what is accepted counts. */
    UNTOLD;

    /** {@code ON CONFLICT} without an action for every conflict, and the words of MySQL's family and of SQLite. */
    private static final Pattern LEAVES_OUT = Pattern.compile(
            "\\bON\\s+CONFLICT\\b.*\\bDO\\s+(NOTHING|UPDATE\\b.*\\bWHERE)\\b"
                    + "|^\\W*(INSERT|UPDATE)\\s+(LOW_PRIORITY\\s+|HIGH_PRIORITY\\s+|DELAYED\\s+|OR\\s+)?IGNORE\\b",
            Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

    /** @param returnsRows of which drivers tell instead of those that it changed */
    static Taking of(String sql, boolean returnsRows) {
        if (returnsRows) {
            return UNTOLD;
        }
        return switch (FirstWord.of(sql)) {
            case "CALL" -> UNTOLD;
            case "DELETE", "MERGE", "WITH" -> SOME;
            default -> LEAVES_OUT.matcher(sql).find() ? SOME : EACH;
        };
    }

    /**
     * Whether a row of the file counts as stored.
     *
     * @param changed as JDBC has it: negative if the driver does not know
     */
    boolean counts(int changed) {
        return this == UNTOLD || changed != 0;
    }
}
