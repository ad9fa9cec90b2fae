package dev.slipway.gateway.sql.driver;

import dev.slipway.gateway.files.CsvWriter;
import dev.slipway.gateway.sql.driver.value.ColumnType;
import dev.slipway.gateway.sql.driver.value.DriverMake;
import dev.slipway.gateway.sql.driver.value.DuckDateTimes;
import dev.slipway.gateway.sql.driver.value.LongValue;
import dev.slipway.gateway.sql.driver.value.StoredValues;
import dev.slipway.gateway.sql.driver.value.ValueKind;
import dev.slipway.gateway.step.StepProblem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import java.io.IOException;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLDataException;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.ArrayList;
import java.util.List;

/**
 * Turns the values of a result into texts, as the database's own CAST writes them. Types that each database writes
 * differently follow PostgreSQL: binary floats (the shortest number that reads back to the same value), {@code t} and
 * {@code f}, bytes as {@code \x} and hexadecimal digits, and fractions of seconds without trailing zeros.
 */
final class DriverValues {
    private final String source;
    private final List<String> labels;
    private final List<Cell> cells = new ArrayList<>();
    private long row;

    /** Reads one column of the current row of a result. */
    private interface Cell {
        void copy(ResultSet rows, int column, CsvWriter csv) throws SQLException, IOException;

        /** Returns the first characters of the value, or all; null for NULL. */
        String beginning(ResultSet rows, int column, int characters) throws SQLException;
    }

    /** A call of the driver that returns one value. */
    private interface Giving<T> {
        T give() throws SQLException;
    }

    /** Reads one value as a text; null for NULL. */
    private interface Reading {
        String read(ResultSet rows, int column) throws SQLException;
    }

    /** @throws ProblemException VALUE_INEXACT if the driver may not give the values of a column's type exactly */
    DriverValues(String source, DriverMake make, ResultSetMetaData rows) throws SQLException {
        this.source = source;
        this.labels = DriverStatement.labels(rows);
        for (int i = 1; i <= rows.getColumnCount(); i++) {
            ColumnType type = ColumnType.of(rows, i);
            cells.add(cell(make.kind(type).orElseThrow(() -> refused(type)), type));
        }
    }

    private ProblemException refused(ColumnType type) {
        return StepProblem.of(
                ProblemCode.VALUE_INEXACT,
                "column " + labels.get(cells.size()) + " of the answer of source " + source + " is of the type "
                        + type.words() + ", whose values its driver may not give exactly");
    }

    List<String> labels() {
        return labels;
    }

    /** Writes the current row of {@code rows}. @return the number of bytes */
    long write(ResultSet rows, CsvWriter csv) throws SQLException, IOException {
        row++;
        csv.begin(cells.size());
        for (int i = 0; i < cells.size(); i++) {
            cells.get(i).copy(rows, i + 1, csv);
        }
        return csv.end();
    }

    /**
     * Returns at least the first {@code characters} of each value of the current row, as far as the value is that long;
     * null for NULL.
     */
    List<String> beginnings(ResultSet rows, int characters) throws SQLException {
        row++;
        List<String> values = new ArrayList<>();
        for (int i = 0; i < cells.size(); i++) {
            values.add(cells.get(i).beginning(rows, i + 1, characters));
        }
        return values;
    }

    private Cell cell(ValueKind kind, ColumnType type) {
        return switch (kind) {
            case BYTES -> new Bytes();
            case LONG_TEXT -> new Characters();
            case SQLITE_ANY, SQLITE_NUMBER, SQLITE_TEXT -> text(new StoredValues(kind == ValueKind.SQLITE_TEXT)::read);
            case DUCKDB_MOMENT -> text(new DuckDateTimes(type.name())::read);
            default -> text(kind::read);
        };
    }

    private Cell text(Reading reading) {
        return new Cell() {
            @Override
            public void copy(ResultSet rows, int column, CsvWriter csv) throws SQLException, IOException {
                csv.text(beginning(rows, column, Integer.MAX_VALUE));
            }

            @Override
            public String beginning(ResultSet rows, int column, int characters) throws SQLException {
                return fit(given(column, () -> reading.read(rows, column)), column);
            }
        };
    }

    /**
     * Names the place of a value that the driver cannot give. Other failures, such as a broken line, belong to the
     * statement.
     */
    private <T> T given(int column, Giving<T> giving) throws SQLException {
        try {
            return giving.give();
        } catch (RuntimeException | SQLDataException | SQLFeatureNotSupportedException e) {
            throw new UnreadableValueException(labels.get(column - 1), row, e);
        }
    }

    private String fit(String value, int column) {
        if (value != null && !CsvWriter.canHold(value)) {
            throw unfit(column);
        }
        return value;
    }

    private ProblemException unfit(int column) {
        return StepProblem.of(
                ProblemCode.STATEMENT_REFUSED,
                "source " + source + " gives a NUL, or half of a character, in column " + labels.get(column - 1)
                        + ", which no CSV file holds",
                "Have the statement leave it out, or return bytes.");
    }

    /** Reads bytes, of which there may be many. Makes no text of all bytes, which would be another copy. */
    private final class Bytes implements Cell {
        @Override
        public void copy(ResultSet rows, int column, CsvWriter csv) throws SQLException, IOException {
            csv.hex(given(column, () -> rows.getBytes(column)));
        }

        @Override
        public String beginning(ResultSet rows, int column, int characters) throws SQLException {
            return ValueKind.hex(given(column, () -> LongValue.bytes(rows, column, characters)));
        }
    }

    /** A text that may be large. */
    private final class Characters implements Cell {
        @Override
        public void copy(ResultSet rows, int column, CsvWriter csv) throws SQLException, IOException {
            csv.text(fit(given(column, () -> rows.getString(column)), column));
        }

        @Override
        public String beginning(ResultSet rows, int column, int characters) throws SQLException {
            return fit(given(column, () -> LongValue.text(rows, column, characters)), column);
        }
    }
}
