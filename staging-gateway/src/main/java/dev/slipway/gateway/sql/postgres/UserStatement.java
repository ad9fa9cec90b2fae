package dev.slipway.gateway.sql.postgres;

import dev.slipway.gateway.sql.FirstWord;
import dev.slipway.gateway.sql.RowCountSemantics;
import dev.slipway.gateway.sql.RowStatement;
import dev.slipway.gateway.sql.StatementKind;
import dev.slipway.gateway.step.StepProblem;
import dev.slipway.problem.ProblemCode;
import java.sql.ParameterMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntFunction;
import org.postgresql.core.BaseConnection;
import org.postgresql.core.NativeQuery;
import org.postgresql.core.Parser;

/**
 * A statement of a job document, after the checks that make it safe to run.
 *
 * <p>The text of a query is later put between the parentheses of {@code COPY (...) TO STDOUT}. There, a text like
 * {@code select 1) TO PROGRAM 'id' --} would run a program on the database's host. The server must therefore first
 * accept the whole text as exactly one statement. Then no parenthesis of the text can close the outer one, and no
 * string or comment can reach beyond the text. (A comment to the end of its line ends there, because the text stands on
 * lines of its own.) The server must also accept the text as a subquery, and subqueries never write. The call of a
 * procedure is run unchanged.
 *
 * <p>The server also judges the kind of a store: {@link PrepareCheck} and {@link SelectIntoCheck}. A CALL is recognised
 * by its {@link FirstWord}, with which no other kind of statement begins.
 */
public final class UserStatement {
    /** The type of a cursor. The value of a cursor is only a name. */
    private static final String CURSOR = "refcursor";

    private static final Set<String> STORES =
            Set.of("INSERT", "UPDATE", "DELETE", "MERGE", StatementKind.WITH, StatementKind.CALL);

    private final String sql;
    private final List<String> parameterTypes;
    private final List<String> columns;

    /** The name of a result column that is a cursor. */
    private final Optional<String> cursor;

    private final Optional<CopyTarget> target;

    private UserStatement(
            String sql,
            List<String> parameterTypes,
            List<String> columns,
            Optional<String> cursor,
            Optional<CopyTarget> target) {
        this.sql = sql;
        this.parameterTypes = parameterTypes;
        this.columns = columns;
        this.cursor = cursor;
        this.target = target;
    }

    /** Checks that a text is one statement that returns rows and cannot write. */
    static UserStatement query(BaseConnection connection, String text, String source) {
        String sql = single(connection, text, source);
        StatementKind.requireReading(sql, source);
        UserStatement described = describe(connection, new SentStatement("", sql), "", source);
        if (described.columns.isEmpty()) {
            throw StepProblem.of(
                    ProblemCode.STATEMENT_REFUSED, "the statement for source " + source + " returns no rows");
        }
        if (described.cursor.isPresent()) {
            throw StepProblem.of(
                    ProblemCode.STATEMENT_REFUSED,
                    "column " + described.cursor.get() + " of the statement for source " + source + " is a cursor",
                    "The file would hold the cursor's name and none of its rows; select the rows themselves.");
        }
        if (!described.isCall()) {
            describe(connection, new SentStatement("SELECT * FROM (\n", sql), "\n) slipway_rows", source);
        }
        return described;
    }

    /**
     * Returns whether the statement calls a procedure. A call cannot be a subquery, so a read-only transaction keeps
     * the procedure from writing.
     */
    boolean isCall() {
        return FirstWord.of(sql).equals(StatementKind.CALL);
    }

    /**
     * Checks that a text is one statement that changes rows.
     *
     * @return for a {@link CopyTarget}, the equivalent INSERT
     */
    static UserStatement store(BaseConnection connection, String text, String source) {
        String sql = single(connection, text, source);
        Optional<CopyTarget> copy = target(sql);
        if (copy.isPresent()) {
            // The server reports positions in the INSERT, which no user wrote.
            UserStatement insert =
                    describe(connection, new SentStatement(copy.get().insert(), ""), "", source);
            return new UserStatement(copy.get().insert(), insert.parameterTypes, insert.columns, insert.cursor, copy);
        }
        requireStoring(sql, source);
        UserStatement described = describe(connection, new SentStatement("", sql), "", source);
        if (!described.isCall()) {
            PrepareCheck.require(connection, sql, source);
            if (described.columns.isEmpty() && FirstWord.of(sql).equals(StatementKind.WITH)) {
                SelectIntoCheck.require(connection, sql, source);
            }
        }
        return described;
    }

    /** Refuses by its first word a text that can never be a store. */
    public static void requireStoring(String sql, String source) {
        if (CopyTarget.in(sql).isEmpty() && !STORES.contains(FirstWord.of(sql))) {
            throw StatementKind.storesNothing(sql, source, STORES, ", or is " + CopyTarget.FORM);
        }
    }

    private static Optional<CopyTarget> target(String text) {
        return CopyTarget.in(StatementKind.whole(text));
    }

    /** Returns this statement as one that stores rows. A COPY takes the rows together. */
    RowStatement storing(PreparedStatement prepared) {
        return new RowStatement(
                prepared,
                target.map(copy -> (connection, bound) -> CopyRows.into(copy, connection, bound)),
                RowCountSemantics.of(sql, !columns.isEmpty()),
                false);
    }

    /**
     * Returns how many values each row of a store takes. A try after a crash must know that number without asking the
     * server.
     */
    static int parametersOfStore(String text) throws SQLException {
        Optional<CopyTarget> copy = target(text);
        return copy.isPresent() ? copy.get().count() : parametersOf(text);
    }

    /**
     * Requires a single statement. The driver splits a text at its semicolons and sends each part alone, so the server
     * would not notice several statements.
     */
    private static String single(BaseConnection connection, String text, String source) {
        String sql = StatementKind.whole(text);
        try {
            if (connection.createQuery(sql, true, true).query.getSubqueries() != null) {
                throw StepProblem.of(
                        ProblemCode.STATEMENT_REFUSED, "the text for source " + source + " holds several statements");
            }
            if (!Parser.replaceProcessing(sql, true, true).equals(sql)) {
                // The driver rewrites JDBC escapes when it describes a text, but not when it copies one. The checked
                // text would not be the text that runs.
                throw StepProblem.of(
                        ProblemCode.STATEMENT_REFUSED,
                        "the text for source " + source + " has escapes of JDBC, such as {fn ...}",
                        "write what the database itself understands");
            }
        } catch (SQLException e) {
            throw PostgresProblems.describing(new SentStatement("", sql), source, e);
        }
        return sql;
    }

    /** Parsed by the server, not run. */
    private static UserStatement describe(BaseConnection connection, SentStatement sent, String after, String source) {
        try (PreparedStatement statement = connection.prepareStatement(sent.before() + sent.written() + after)) {
            ParameterMetaData parameters = statement.getParameterMetaData();
            List<String> types = new ArrayList<>();
            for (int i = 1; i <= parameters.getParameterCount(); i++) {
                types.add(parameters.getParameterTypeName(i));
            }
            ResultSetMetaData rows = statement.getMetaData();
            List<String> columns = new ArrayList<>();
            Optional<String> cursor = Optional.empty();
            for (int i = 1; rows != null && i <= rows.getColumnCount(); i++) {
                columns.add(rows.getColumnLabel(i));
                if (cursor.isEmpty() && rows.getColumnTypeName(i).equals(CURSOR)) {
                    cursor = Optional.of(rows.getColumnLabel(i));
                }
            }
            return new UserStatement(
                    sent.written(), List.copyOf(types), List.copyOf(columns), cursor, Optional.empty());
        } catch (SQLException e) {
            throw PostgresProblems.describing(sent, source, e);
        }
    }

    String sql() {
        return sql;
    }

    /** Returns the number of {@code ?}. */
    int parameters() {
        return parameterTypes.size();
    }

    /**
     * Returns the type that the server gives each {@code ?}, as the driver names the type: quoted and with its schema
     * where needed.
     */
    List<String> parameterTypes() {
        return parameterTypes;
    }

    /**
     * Returns the query as the server reads it, with an expression in place of each {@code ?}.
     *
     * @param expressions by number of the {@code ?}, 0 for the first
     */
    String with(IntFunction<String> expressions) throws SQLException {
        NativeQuery parsed = parts(sql).get(0);
        StringBuilder text = new StringBuilder(parsed.nativeSql);
        for (int i = parsed.bindPositions.length - 1; i >= 0; i--) {
            int from = parsed.bindPositions[i];
            text.replace(from, from + NativeQuery.bindName(i + 1).length(), "(" + expressions.apply(i) + ")");
        }
        return text.toString();
    }

    /**
     * Splits a text at its semicolons and finds its {@code ?} as the driver does, for servers with standard strings
     * (the default).
     */
    static List<NativeQuery> parts(String text) throws SQLException {
        return Parser.parseJdbcSql(text, true, true, true, false, true);
    }

    /**
     * Returns how many {@code ?} the driver finds in {@code text}. A try after a crash must know that number without
     * asking the server.
     */
    static int parametersOf(String text) throws SQLException {
        return parts(StatementKind.whole(text)).stream()
                .mapToInt(part -> part.bindPositions.length)
                .sum();
    }

    /** Returns the names of the result columns. */
    List<String> columns() {
        return columns;
    }

    /** Returns the COPY of this query, which is safe by the checks above. */
    String copy(BaseConnection connection) throws SQLException {
        return "COPY (\n" + connection.nativeSQL(sql) + "\n) TO STDOUT (FORMAT csv, HEADER, ENCODING 'UTF8')";
    }
}
