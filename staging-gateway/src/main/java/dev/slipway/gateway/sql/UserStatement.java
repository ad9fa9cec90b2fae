package dev.slipway.gateway.sql;

import dev.slipway.gateway.step.StepProblem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import java.sql.PreparedStatement;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.postgresql.core.BaseConnection;

/**
 * A statement of a job document, after the checks that make it safe to run.
 *
 * <p>The text of a query is later put between the parentheses of {@code COPY (...) TO STDOUT}, where a text like
 * {@code select 1) TO PROGRAM 'id' --} would run a program on the database's host. So the server itself must first accept the text as
 * exactly one statement, whole: then no parenthesis of it can close ours, and no string or comment can reach beyond it (a comment to
 * the end of its line ends there, as the text stands on lines of its own). And it must accept the text as a subquery, which is never
 * one that writes.
 */
final class UserStatement {
    private static final Pattern TRAILING_SEMICOLONS = Pattern.compile("[\\s;]+\\z");
    private static final Pattern LEADING_COMMENT =
            Pattern.compile("\\A(?:\\s+|--[^\\n]*(?:\\n|\\z)|/\\*.*?\\*/)", Pattern.DOTALL);
    private static final Set<String> STORES = Set.of("INSERT", "UPDATE", "DELETE", "MERGE", "WITH", "CALL");

    private final String sql;
    private final int parameters;
    private final List<String> columns;

    private UserStatement(String sql, int parameters, List<String> columns) {
        this.sql = sql;
        this.parameters = parameters;
        this.columns = columns;
    }

    /** One statement that returns rows and cannot write. */
    static UserStatement query(BaseConnection connection, String text, String source) {
        String sql = single(connection, text, source);
        UserStatement described = describe(connection, sql, source);
        if (described.columns.isEmpty()) {
            throw StepProblem.of(
                    ProblemCode.STATEMENT_REFUSED, "the statement for source " + source + " returns no rows");
        }
        describe(connection, "SELECT * FROM (\n" + sql + "\n) slipway_rows", source);
        return described;
    }

    /** One statement that changes rows. */
    static UserStatement store(BaseConnection connection, String text, String source) {
        String sql = single(connection, text, source);
        if (!STORES.contains(firstWord(sql))) {
            throw StepProblem.of(
                    ProblemCode.STATEMENT_REFUSED,
                    "the statement for source " + source + " stores nothing",
                    "a store begins with one of " + String.join(", ", new java.util.TreeSet<>(STORES)));
        }
        return describe(connection, sql, source);
    }

    private static String firstWord(String sql) {
        String rest = sql;
        for (String before = ""; !before.equals(rest); ) {
            before = rest;
            rest = LEADING_COMMENT.matcher(rest).replaceFirst("");
        }
        return rest.split("[^A-Za-z]", 2)[0].toUpperCase(Locale.ROOT);
    }

    /** The text as it is run. */
    static String whole(String text) {
        return TRAILING_SEMICOLONS.matcher(text).replaceFirst("");
    }

    /** The driver cuts a text at its semicolons and would send each part by itself, hiding from the server that there are more. */
    private static String single(BaseConnection connection, String text, String source) {
        String sql = whole(text);
        try {
            if (connection.createQuery(sql, true, true).query.getSubqueries() != null) {
                throw StepProblem.of(
                        ProblemCode.STATEMENT_REFUSED, "the text for source " + source + " holds several statements");
            }
        } catch (SQLException e) {
            throw refused(source, e);
        }
        return sql;
    }

    /** Parsed by the server, not run. */
    private static UserStatement describe(BaseConnection connection, String sql, String source) {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            int parameters = statement.getParameterMetaData().getParameterCount();
            ResultSetMetaData rows = statement.getMetaData();
            List<String> columns = new ArrayList<>();
            for (int i = 1; rows != null && i <= rows.getColumnCount(); i++) {
                columns.add(rows.getColumnLabel(i));
            }
            return new UserStatement(sql, parameters, List.copyOf(columns));
        } catch (SQLException e) {
            throw refused(source, e);
        }
    }

    private static ProblemException refused(String source, SQLException e) {
        return SqlProblems.running("the statement", source, e);
    }

    /** Whether it calls a procedure. */
    boolean isCall() {
        return firstWord(sql).equals("CALL");
    }

    String sql() {
        return sql;
    }

    /** Number of {@code ?}. */
    int parameters() {
        return parameters;
    }

    /** Names of the columns that it returns. */
    List<String> columns() {
        return columns;
    }

    /** The COPY of this query; safe by the checks above. */
    String copy(BaseConnection connection) throws SQLException {
        return "COPY (\n" + connection.nativeSQL(sql) + "\n) TO STDOUT (FORMAT csv, HEADER, ENCODING 'UTF8')";
    }
}
