package dev.slipway.gateway.sql.driver.value;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLDataException;
import java.sql.SQLException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.format.DateTimeFormatter;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Set;

/**
 * A way to read the values of a column as texts, and to bind texts as its values, without loss. {@link DriverMake} maps
 * a database's types to these ways.
 */
public enum ValueKind {
    /** The driver gives the database's own text, and the database converts a bound text. */
    TEXT(ResultSet::getString, PreparedStatement::setString),
    /** Like {@link #TEXT}, for values that may be large. */
    LONG_TEXT(ResultSet::getString, PreparedStatement::setString),
    INTEGER(ResultSet::getString, (statement, i, value) -> statement.setLong(i, Long.parseLong(value))),
    DECIMAL(
            (rows, i) -> plain(rows.getBigDecimal(i)),
            (statement, i, value) -> statement.setBigDecimal(i, new BigDecimal(value))),
    DOUBLE(
            (rows, i) -> {
                double value = rows.getDouble(i);
                return rows.wasNull() ? null : FloatText.of(value);
            },
            ValueKind::setDouble),
    FLOAT(
            (rows, i) -> {
                float value = rows.getFloat(i);
                return rows.wasNull() ? null : FloatText.of(value);
            },
            ValueKind::setFloat),
    TRUTH(
            (rows, i) -> {
                boolean value = rows.getBoolean(i);
                return rows.wasNull() ? null : value ? "t" : "f";
            },
            (statement, i, value) -> statement.setBoolean(i, truth(value))),
    BYTES((rows, i) -> hex(rows.getBytes(i)), (statement, i, value) -> statement.setBytes(i, bytes(value))),
    DATE(
            (rows, i) -> DateTimeTexts.text(rows.getObject(i, LocalDate.class)),
            (statement, i, value) -> statement.setObject(i, LocalDate.parse(value))),
    TIME(
            (rows, i) -> DateTimeTexts.text(rows.getObject(i, LocalTime.class)),
            (statement, i, value) -> statement.setObject(i, LocalTime.parse(value))),
    TIME_ZONED(
            (rows, i) -> DateTimeTexts.text(rows.getObject(i, OffsetTime.class)),
            (statement, i, value) ->
                    statement.setObject(i, OffsetTime.parse(value, DateTimeFormatter.ISO_OFFSET_TIME))),
    DATE_TIME(
            (rows, i) -> DateTimeTexts.text(rows.getObject(i, LocalDateTime.class)),
            (statement, i, value) -> statement.setObject(i, LocalDateTime.parse(value.replace(' ', 'T')))),
    ZONED(
            (rows, i) -> DateTimeTexts.text(rows.getObject(i, OffsetDateTime.class)),
            (statement, i, value) -> statement.setObject(i, DateTimeTexts.zoned(value))),
    /** MariaDB: a time or a duration, which can exceed a day, or a date with parts that are zero. */
    MARIADB_TIME((rows, i) -> DateTimeTexts.withoutEndingZeros(rows.getString(i)), PreparedStatement::setString),
    /** MariaDB: an unsigned number of up to 64 bits. */
    MARIADB_BITS(
            (rows, i) -> unsigned(rows.getBytes(i)),
            (statement, i, value) -> statement.setBigDecimal(i, new BigDecimal(value))),
    MARIADB_YEAR((rows, i) -> fourDigits(rows.getString(i)), PreparedStatement::setString),
    /** MariaDB: as text a float has six digits only, so floats are read from a statement that the server prepared. */
    MARIADB_FLOAT(ValueKind::exactFloat, ValueKind::setFloat),
    /** H2: a JSON value is bound as bytes, because a text would become a JSON string. */
    H2_JSON(
            ResultSet::getString,
            (statement, i, value) -> statement.setBytes(i, value.getBytes(StandardCharsets.UTF_8))),
    /** DuckDB: a date or a time, of all years, or infinity; read by {@link DuckDateTimes}. */
    DUCKDB_MOMENT(ValueKind::byColumn, PreparedStatement::setString),
    /** SQLite: a column that keeps each value with its bound type; read by {@link StoredValues}. */
    SQLITE_ANY(ValueKind::byColumn, StoredValues::bindAsWritten),
    /** SQLite: a column that turns a text that looks like a number into a number; read by {@link StoredValues}. */
    SQLITE_NUMBER(ValueKind::byColumn, StoredValues::bind),
    /** SQLite: a column in which each number is kept as a text; read by {@link StoredValues}. */
    SQLITE_TEXT(ValueKind::byColumn, PreparedStatement::setString);

    private static final Set<String> TRUE = Set.of("t", "true", "1");
    private static final Set<String> FALSE = Set.of("f", "false", "0");

    /**
     * The class of server-prepared statements in MariaDB's driver and in MySQL's. Their answers are not sent as texts.
     */
    private static final String EXACT = "ServerPreparedStatement";

    private final Reading reading;
    private final Binding binding;

    /** Reads one value as a text; null for NULL. */
    private interface Reading {
        String of(ResultSet rows, int column) throws SQLException;
    }

    /** Binds one value that is not NULL. */
    private interface Binding {
        void bind(PreparedStatement statement, int number, String value) throws SQLException;
    }

    ValueKind(Reading reading, Binding binding) {
        this.reading = reading;
        this.binding = binding;
    }

    /** Reads the value in {@code column} of the current row of {@code rows}; null for NULL. */
    public String read(ResultSet rows, int column) throws SQLException {
        return reading.of(rows, column);
    }

    /**
     * Binds a value that is not NULL.
     *
     * @throws IllegalArgumentException if the text is no value of this kind
     * @throws java.time.DateTimeException likewise
     */
    void bind(PreparedStatement statement, int number, String value) throws SQLException {
        binding.bind(statement, number, value);
    }

    public static String hex(byte[] value) {
        return value == null ? null : "\\x" + HexFormat.of().formatHex(value);
    }

    static byte[] bytes(String value) {
        if (!value.startsWith("\\x")) {
            throw new IllegalArgumentException("no \\x before the digits");
        }
        return HexFormat.of().parseHex(value.substring(2));
    }

    private static String byColumn(ResultSet rows, int column) {
        throw new IllegalStateException("what reads column " + column + " has to know the column");
    }

    private static String plain(BigDecimal value) {
        return value == null ? null : value.toPlainString();
    }

    private static String unsigned(byte[] value) {
        return value == null ? null : new BigInteger(1, value).toString();
    }

    private static String fourDigits(String year) {
        return year == null ? null : "0".repeat(Math.max(0, 4 - year.length())) + year;
    }

    private static String exactFloat(ResultSet rows, int column) throws SQLException {
        if (!rows.getStatement().getClass().getSimpleName().equals(EXACT)) {
            throw new SQLDataException("the server sends this FLOAT as a text of six digits");
        }
        return FLOAT.read(rows, column);
    }

    private static void setDouble(PreparedStatement statement, int number, String value) throws SQLException {
        statement.setDouble(number, bounded(Double.parseDouble(value), value));
    }

    /**
     * Binds a float. Rounds before the database does: some databases refuse the shortest text of the largest float,
     * because that text is slightly larger than the float.
     */
    private static void setFloat(PreparedStatement statement, int number, String value) throws SQLException {
        statement.setDouble(number, bounded(Float.parseFloat(value), value));
    }

    /** Refuses a number that was parsed as infinite and is written with digits. */
    private static double bounded(double number, String value) {
        if (Double.isInfinite(number) && value.chars().anyMatch(Character::isDigit)) {
            throw new IllegalArgumentException("larger than any number of the column's type");
        }
        return number;
    }

    private static boolean truth(String value) {
        String word = value.toLowerCase(Locale.ROOT);
        if (TRUE.contains(word)) {
            return true;
        }
        if (FALSE.contains(word)) {
            return false;
        }
        throw new IllegalArgumentException("neither true nor false");
    }
}
