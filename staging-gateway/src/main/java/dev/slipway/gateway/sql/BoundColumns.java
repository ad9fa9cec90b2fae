package dev.slipway.gateway.sql;

import dev.slipway.gateway.files.CsvRow;
import dev.slipway.gateway.files.ParameterColumns;
import dev.slipway.gateway.step.StepProblem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.util.List;

/** The binding of rows to the {@code ?} of a statement. */
public record BoundColumns(ParameterColumns columns, Binder binder) {

    /** Binds one value. */
    @FunctionalInterface
    public interface Binder {
        /** Binds a text, and lets the server infer the type. */
        Binder TEXT = (statement, number, value) -> {
            if (value == null) {
                statement.setNull(number, Types.NULL);
            } else {
                statement.setString(number, value);
            }
        };

        /**
         * @param number 1 for the first {@code ?}
         * @param value null for NULL
         */
        void bind(PreparedStatement statement, int number, String value) throws SQLException;
    }

    /** Makes columns with values that are bound as texts. */
    public BoundColumns(ParameterColumns columns) {
        this(columns, Binder.TEXT);
    }

    /** Returns the same columns with another binder. */
    public BoundColumns by(Binder other) {
        return new BoundColumns(columns, other);
    }

    /**
     * Binds the values of {@code row}.
     *
     * @param code of the problem if the row has another number of columns than the header
     */
    public void bind(PreparedStatement statement, CsvRow row, ProblemCode code) throws SQLException {
        columns.require(row, code);
        List<String> values = columns.values(row);
        for (int i = 0; i < values.size(); i++) {
            binder.bind(statement, i + 1, values.get(i));
        }
    }

    /** Returns the problem of a refused {@code row}. Names the column if the server tells which value was refused. */
    public ProblemException refused(ProblemCode code, CsvRow row, SQLException e, StoreFailures failures) {
        return StepProblem.of(code, columns.place(row, failures.parameter(e)) + " is refused", failures.words(e));
    }
}
