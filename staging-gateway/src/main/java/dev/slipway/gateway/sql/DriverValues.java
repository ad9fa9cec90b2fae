package dev.slipway.gateway.sql;

import dev.slipway.gateway.files.CsvWriter;
import dev.slipway.gateway.step.StepProblem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import java.io.IOException;
import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Types;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/**
 * The values of a result as texts, the same for all databases and as PostgreSQL writes them: numbers with all their digits and a point,
 * {@code t} and {@code f}, dates and times by ISO 8601 with a blank between and no zeros at the end of fractions, times with a zone in
 * UTC as {@code +00}, bytes as {@code \x} and hexadecimal digits, all else as the driver gives it as text.
 */
final class DriverValues {
    private static final DateTimeFormatter TIME = new DateTimeFormatterBuilder()
            .appendPattern("HH:mm:ss")
            .appendFraction(ChronoField.NANO_OF_SECOND, 0, 9, true)
            .toFormatter();
    private static final DateTimeFormatter DATE_TIME = new DateTimeFormatterBuilder()
            .append(DateTimeFormatter.ISO_LOCAL_DATE)
            .appendLiteral(' ')
            .append(TIME)
            .toFormatter();

    /** Exponents outside of which PostgreSQL writes a double and a float with one. */
    private static final int LEAST_EXPONENT = -4;

    private static final int DOUBLE_DIGITS = 15;
    private static final int FLOAT_DIGITS = 6;

    private final String source;
    private final List<String> labels;
    private final List<Cell> cells = new ArrayList<>();

    /** Reads one column of the row that a result stands at. */
    private interface Cell {
        void copy(ResultSet rows, int column, CsvWriter csv) throws SQLException, IOException;

        /** The first characters of the value, or all; null for NULL. */
        String beginning(ResultSet rows, int column, int characters) throws SQLException;
    }

    /** One column as a text; null for NULL. */
    private interface Text {
        String of(ResultSet rows, int column) throws SQLException;
    }

    DriverValues(String source, ResultSetMetaData rows) throws SQLException {
        this.source = source;
        this.labels = DriverStatement.labels(rows);
        for (int i = 1; i <= rows.getColumnCount(); i++) {
            cells.add(cell(rows.getColumnType(i)));
        }
    }

    List<String> labels() {
        return labels;
    }

    /** Writes the row that {@code rows} stands at. @return its bytes */
    long write(ResultSet rows, CsvWriter csv) throws SQLException, IOException {
        csv.begin(cells.size());
        for (int i = 0; i < cells.size(); i++) {
            cells.get(i).copy(rows, i + 1, csv);
        }
        return csv.end();
    }

    /** At least so many first characters of each value of the row that {@code rows} stands at, where it has so many; null for NULL. */
    List<String> beginnings(ResultSet rows, int characters) throws SQLException {
        List<String> values = new ArrayList<>();
        for (int i = 0; i < cells.size(); i++) {
            values.add(cells.get(i).beginning(rows, i + 1, characters));
        }
        return values;
    }

    private Cell cell(int type) {
        return switch (type) {
            case Types.DECIMAL, Types.NUMERIC -> text((rows, i) -> decimal(rows.getBigDecimal(i)));
            case Types.DOUBLE, Types.FLOAT ->
                text((rows, i) -> {
                    double value = rows.getDouble(i);
                    return rows.wasNull() ? null : floating(value, Double.toString(value), DOUBLE_DIGITS);
                });
            case Types.REAL ->
                text((rows, i) -> {
                    float value = rows.getFloat(i);
                    return rows.wasNull() ? null : floating(value, Float.toString(value), FLOAT_DIGITS);
                });
            case Types.BOOLEAN, Types.BIT -> text(DriverValues::truth);
            case Types.TIME -> text((rows, i) -> time(rows.getObject(i, LocalTime.class)));
            case Types.TIMESTAMP -> text((rows, i) -> dateTime(rows.getObject(i, LocalDateTime.class)));
            case Types.TIMESTAMP_WITH_TIMEZONE -> text((rows, i) -> zoned(rows.getObject(i, OffsetDateTime.class)));
            case Types.BINARY, Types.VARBINARY, Types.LONGVARBINARY, Types.BLOB -> new Bytes();
            case Types.LONGVARCHAR, Types.LONGNVARCHAR, Types.CLOB, Types.NCLOB -> new Characters();
            default -> text(ResultSet::getString);
        };
    }

    private Cell text(Text text) {
        return new Cell() {
            @Override
            public void copy(ResultSet rows, int column, CsvWriter csv) throws SQLException, IOException {
                csv.text(beginning(rows, column, Integer.MAX_VALUE));
            }

            @Override
            public String beginning(ResultSet rows, int column, int characters) throws SQLException {
                return fit(text.of(rows, column), column);
            }
        };
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

    /** No text is made of all of them, which would be more copies. */
    private static final class Bytes implements Cell {
        @Override
        public void copy(ResultSet rows, int column, CsvWriter csv) throws SQLException, IOException {
            csv.hex(rows.getBytes(column));
        }

        @Override
        public String beginning(ResultSet rows, int column, int characters) throws SQLException {
            byte[] bytes = LongValue.bytes(rows, column, characters);
            return bytes == null ? null : "\\x" + HexFormat.of().formatHex(bytes);
        }
    }

    /** Of a text that may be large. */
    private final class Characters implements Cell {
        @Override
        public void copy(ResultSet rows, int column, CsvWriter csv) throws SQLException, IOException {
            csv.text(fit(rows.getString(column), column));
        }

        @Override
        public String beginning(ResultSet rows, int column, int characters) throws SQLException {
            return fit(LongValue.text(rows, column, characters), column);
        }
    }

    private static String decimal(BigDecimal value) {
        return value == null ? null : value.toPlainString();
    }

    /** Some databases keep other small numbers in columns that they call bits. */
    private static String truth(ResultSet rows, int column) throws SQLException {
        long value = rows.getLong(column);
        if (rows.wasNull()) {
            return null;
        }
        return value == 0 ? "f" : value == 1 ? "t" : Long.toString(value);
    }

    private static String floating(double value, String shortest, int digits) {
        if (Double.isNaN(value) || Double.isInfinite(value)) {
            return shortest;
        }
        if (value == 0) {
            return shortest.startsWith("-") ? "-0" : "0";
        }
        BigDecimal exact = new BigDecimal(shortest).stripTrailingZeros();
        int exponent = exact.precision() - exact.scale() - 1;
        if (exponent >= LEAST_EXPONENT && exponent < digits) {
            return exact.toPlainString();
        }
        String unscaled = exact.unscaledValue().abs().toString();
        return (exact.signum() < 0 ? "-" : "")
                + unscaled.charAt(0)
                + (unscaled.length() > 1 ? "." + unscaled.substring(1) : "")
                + (exponent < 0 ? "e-" : "e+")
                + (Math.abs(exponent) < 10 ? "0" : "")
                + Math.abs(exponent);
    }

    private static String time(LocalTime value) {
        return value == null ? null : TIME.format(value);
    }

    private static String dateTime(LocalDateTime value) {
        return value == null ? null : DATE_TIME.format(value);
    }

    private static String zoned(OffsetDateTime value) {
        return value == null ? null : DATE_TIME.format(value.withOffsetSameInstant(ZoneOffset.UTC)) + "+00";
    }
}
