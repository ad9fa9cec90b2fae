package dev.slipway.gateway.sql.postgres;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The target of a store by COPY: {@code COPY table (column, ...) FROM STDIN}, where the n-th column takes the n-th
 * parameter. Other forms of COPY are refused, because they read and write files of the database's host, or run programs
 * there.
 *
 * @param table the table's name as written in the statement
 * @param columns the columns' names as written in the statement, separated by commas
 * @param count of the columns
 */
record CopyTarget(String table, String columns, int count) {
    static final String FORM = "COPY table (column, ...) FROM STDIN";

    private static final String NAME = "(?:[A-Za-z_][A-Za-z0-9_]*+|\"[^\"]++(?:\"\"[^\"]*+)*+\")";
    private static final Pattern NAMES = Pattern.compile(NAME);
    private static final Pattern STATEMENT = Pattern.compile("(?i)\\s*COPY\\s+(" + NAME + "(?:\\." + NAME
            + ")?)\\s*\\(\\s*(" + NAME + "(?:\\s*,\\s*" + NAME + ")*)\\s*\\)\\s*FROM\\s+STDIN");

    /** Returns the target; empty if the statement has another form. */
    static Optional<CopyTarget> in(String statement) {
        Matcher matcher = STATEMENT.matcher(statement);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        int count = (int) NAMES.matcher(matcher.group(2)).results().count();
        return Optional.of(new CopyTarget(matcher.group(1), matcher.group(2), count));
    }

    /** Returns a COPY that takes rows as CSV without a header. */
    String copy() {
        return "COPY " + table + " (" + columns + ") FROM STDIN (FORMAT csv, ENCODING 'UTF8')";
    }

    /** Returns an INSERT that stores one row as the COPY does. */
    String insert() {
        return "INSERT INTO " + table + " (" + columns + ") VALUES (?" + ", ?".repeat(count - 1) + ")";
    }
}
