package dev.slipway.gateway.sql;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where a store by COPY goes: {@code COPY table (column, ...) FROM STDIN}, the n-th column taking the n-th parameter. No other form of
 * COPY is taken, for others read and write files of the database's host, or run programs there.
 *
 * @param table its name as the statement has it
 * @param columns their names as the statement has them, with commas between
 * @param count of the columns
 */
record CopyTarget(String table, String columns, int count) {
    static final String FORM = "COPY table (column, ...) FROM STDIN";

    private static final String NAME = "(?:[A-Za-z_][A-Za-z0-9_]*+|\"[^\"]++(?:\"\"[^\"]*+)*+\")";
    private static final Pattern NAMES = Pattern.compile(NAME);
    private static final Pattern STATEMENT = Pattern.compile("(?i)\\s*COPY\\s+(" + NAME + "(?:\\." + NAME
            + ")?)\\s*\\(\\s*(" + NAME + "(?:\\s*,\\s*" + NAME + ")*)\\s*\\)\\s*FROM\\s+STDIN");

    /** Empty if the statement has not this form. */
    static Optional<CopyTarget> in(String statement) {
        Matcher matcher = STATEMENT.matcher(statement);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        int count = (int) NAMES.matcher(matcher.group(2)).results().count();
        return Optional.of(new CopyTarget(matcher.group(1), matcher.group(2), count));
    }

    /** Takes rows as CSV without a header. */
    String copy() {
        return "COPY " + table + " (" + columns + ") FROM STDIN (FORMAT csv, ENCODING 'UTF8')";
    }

    /** Stores one row, as the COPY does. */
    String insert() {
        return "INSERT INTO " + table + " (" + columns + ") VALUES (?" + ", ?".repeat(count - 1) + ")";
    }
}
