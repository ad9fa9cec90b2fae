package dev.slipway.gateway.sql;

import java.util.regex.Pattern;

/** What the database's count of changed rows means for one row of the file that a store has sent. */
enum RowCountSemantics {
    /** Each row of the file changes at least one row of the database; a row that changes none is lost. */
    EACH,
    /** A row of the file may change no row: the statement says that it may leave rows out. */
    SOME,
    /** The database tells no count: each row that it accepts counts as stored. */
    UNTOLD;

    /**
     * Matches {@code ON CONFLICT} where it may do nothing for a conflict, and IGNORE of MySQL's family and of SQLite.
     */
    private static final Pattern LEAVES_OUT = Pattern.compile(
            "\\bON\\s+CONFLICT\\b.*\\bDO\\s+(NOTHING|UPDATE\\b.*\\bWHERE)\\b"
                    + "|^\\W*(INSERT|UPDATE)\\s+(LOW_PRIORITY\\s+|HIGH_PRIORITY\\s+|DELAYED\\s+|OR\\s+)?IGNORE\\b",
            Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

    /**
     * @param returnsRows whether the statement returns rows; drivers then count those, and not the rows that it changed
     */
    static RowCountSemantics of(String sql, boolean returnsRows) {
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
     * Returns whether a row of the file counts as stored.
     *
     * @param changed count of changed rows from JDBC; negative if the driver does not know it
     */
    boolean counts(int changed) {
        return this == UNTOLD || changed != 0;
    }
}
