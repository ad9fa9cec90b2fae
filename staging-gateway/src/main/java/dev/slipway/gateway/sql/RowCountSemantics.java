package dev.slipway.gateway.sql;

import java.util.regex.Pattern;

/** The meaning of the database's count of changed rows for one stored row of the file. */
public enum RowCountSemantics {
    /** Each row of the file changes at least one row of the database; a row that changes nothing is lost. */
    EACH,
    /** A row of the file may change no row, because the statement allows for omitted rows. */
    SOME,
    /** The database reports no count; each accepted row counts as stored. */
    UNTOLD;

    /** Matches an {@code ON CONFLICT} that may do nothing, and IGNORE of MySQL's family and of SQLite. */
    private static final Pattern LEAVES_OUT = Pattern.compile(
            "\\bON\\s+CONFLICT\\b.*\\bDO\\s+(NOTHING|UPDATE\\b.*\\bWHERE)\\b"
                    + "|^\\W*(INSERT|UPDATE)\\s+(LOW_PRIORITY\\s+|HIGH_PRIORITY\\s+|DELAYED\\s+|OR\\s+)?IGNORE\\b",
            Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

    /**
     * @param returnsRows whether the statement returns rows; drivers then count the returned rows and not the changed
     *     ones
     */
    public static RowCountSemantics of(String sql, boolean returnsRows) {
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
     * @param changed count of changed rows from JDBC; negative if the driver does not know the count
     */
    boolean counts(int changed) {
        return this == UNTOLD || changed != 0;
    }
}
