package dev.slipway.gateway.sql.driver;

import dev.slipway.gateway.sql.FirstWord;
import dev.slipway.gateway.sql.RowCountSemantics;
import dev.slipway.gateway.sql.RowStatement;
import dev.slipway.gateway.sql.StatementKind;
import dev.slipway.gateway.sql.driver.value.ColumnType;
import dev.slipway.gateway.sql.driver.value.DriverMake;
import dev.slipway.gateway.sql.driver.value.ValueKind;
import dev.slipway.gateway.step.StepProblem;
import dev.slipway.problem.ProblemCode;
import java.sql.ParameterMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A statement of a job document for a {@link DriverDatabase}, after the checks that any database allows. The text is
 * one statement, because it has no semicolon. Its {@link FirstWord} is that of a statement that reads, or that stores.
 * The text has no executable comment, which only MySQL's family would run. The server keeps an extract from writing, by
 * a read-only transaction or by the rights of its user.
 *
 * @param sql as it is run
 * @param types of each {@code ?}; untold where neither the driver nor the table tells them
 * @param columns of the result; empty if the driver does not know them before the run
 * @param floats whether a column is a {@link ValueKind#MARIADB_FLOAT}
 */
record DriverStatement(String sql, List<ColumnType> types, List<String> columns, boolean floats) {
    private static final Pattern SELECTS = Pattern.compile("(?i)\\bSELECT\\b");
    private static final Optional<ValueKind> FLOAT = Optional.of(ValueKind.MARIADB_FLOAT);

    /** Checks that a text is one statement that returns rows. */
    static DriverStatement query(DriverSession session, String text) {
        String sql = DriverStatementKind.reading(text, session.name());
        if (FirstWord.of(sql).equals(StatementKind.CALL) && !session.isReadOnly()) {
            throw StepProblem.of(
                    ProblemCode.STATEMENT_REFUSED,
                    "the statement for source " + session.name() + " is a CALL, which could write",
                    "This source takes no transactions that only read; select from a view or a function.");
        }
        DriverStatement asTexts = described(session, session.answeredAsTexts(sql));
        return asTexts.floats ? described(session, sql) : asTexts;
    }

    /** Returns whether the statement calls a procedure. */
    boolean isCall() {
        return FirstWord.of(sql).equals(StatementKind.CALL);
    }

    /** Checks that a text is one statement that changes rows. */
    static DriverStatement store(DriverSession session, String text) {
        String sql = DriverStatementKind.storing(text, session.name());
        DriverStatement told = described(session, sql);
        return session.make().tellsParameters() ? told : told.ofTarget(session);
    }

    private DriverStatement ofTarget(DriverSession session) {
        try {
            return new DriverStatement(sql, DriverTarget.types(session, sql, types.size()), columns, floats);
        } catch (SQLException e) {
            throw session.problems().running("the look at the columns of the statement", e);
        }
    }

    /**
     * Returns this statement as one that stores rows. MariaDB's driver reports no counts for an INSERT that it sends as
     * a batch. Only statements that can leave rows unchanged need these counts.
     */
    RowStatement storing(PreparedStatement prepared) {
        RowCountSemantics semantics = RowCountSemantics.of(sql, !columns.isEmpty());
        boolean oneByOne = semantics == RowCountSemantics.SOME
                || semantics == RowCountSemantics.EACH && SELECTS.matcher(sql).find();
        return new RowStatement(prepared, Optional.empty(), semantics, oneByOne);
    }

    private static DriverStatement described(DriverSession session, String sql) {
        try (PreparedStatement statement = session.statement(sql)) {
            List<ColumnType> columns = columns(session, statement);
            return new DriverStatement(
                    sql,
                    types(statement.getParameterMetaData()),
                    columns.isEmpty() ? List.of() : labels(statement.getMetaData()),
                    columns.stream().anyMatch(type -> session.make().kind(type).equals(FLOAT)));
        } catch (SQLFeatureNotSupportedException e) {
            throw StepProblem.of(
                    ProblemCode.DATABASE_NOT_SET_UP,
                    "the driver of source " + session.name() + " does not tell how many parameters a statement has",
                    "Bring a driver of JDBC 4.2.");
        } catch (SQLException e) {
            throw session.problems().running("the statement", e);
        }
    }

    private static List<ColumnType> types(ParameterMetaData parameters) throws SQLException {
        List<ColumnType> types = new ArrayList<>();
        for (int i = 1; i <= parameters.getParameterCount(); i++) {
            types.add(ColumnType.of(parameters, i));
        }
        return List.copyOf(types);
    }

    private static List<ColumnType> columns(DriverSession session, PreparedStatement statement) throws SQLException {
        List<ColumnType> types = new ArrayList<>();
        try {
            ResultSetMetaData rows = statement.getMetaData();
            for (int i = 1; rows != null && i <= rows.getColumnCount(); i++) {
                types.add(ColumnType.of(rows, i));
            }
            return types;
        } catch (SQLFeatureNotSupportedException e) {
            return List.of();
        } catch (SQLException e) {
            // SQLite's driver fails here for a statement that returns no columns.
            if (session.make() == DriverMake.SQLITE) {
                return List.of();
            }
            throw e;
        }
    }

    static List<String> labels(ResultSetMetaData rows) throws SQLException {
        List<String> labels = new ArrayList<>();
        for (int i = 1; i <= rows.getColumnCount(); i++) {
            labels.add(rows.getColumnLabel(i));
        }
        return List.copyOf(labels);
    }

    /** Returns the names of the types as which parameters are bound; text where the type is unknown. */
    List<String> typeNames() {
        return types.stream()
                .map(type -> type.isUntold() ? "text" : type.words())
                .toList();
    }

    /** Returns whether the type of any parameter is unknown. */
    boolean hasUntoldTypes() {
        return types.stream().anyMatch(ColumnType::isUntold);
    }
}
