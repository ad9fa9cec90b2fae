package dev.slipway.gateway.sql.driver.value;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLDataException;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.regex.Pattern;

/**
 * The values of one column of SQLite. Each value has its own type, whatever type the column declares: a whole number, a
 * float, a text or bytes. A column with both bytes and texts is refused, because {@code \x61} in a file could be
 * either.
 */
public final class StoredValues {
    private static final Pattern NUMBER = Pattern.compile("[+-]?(\\d+(\\.\\d*)?|\\.\\d+)([eE][+-]?\\d+)?|-?Infinity");
    private static final Pattern WHOLE = Pattern.compile("-?(0|[1-9]\\d{0,18})");

    private static final char UNREADABLE = '\uFFFD';

    private boolean bytes;
    private boolean texts;

    /** @param declaredText whether the column was declared to hold texts */
    public StoredValues(boolean declaredText) {
        this.texts = declaredText;
    }

    /** Reads the value in {@code column} of the current row of {@code rows}; null for NULL. */
    public String read(ResultSet rows, int column) throws SQLException {
        Object value = rows.getObject(column);
        bytes |= value instanceof byte[];
        texts |= value instanceof String;
        if (bytes && texts) {
            throw new SQLDataException("the column has both texts and bytes, which a file does not keep apart");
        }
        if (value instanceof String text
                && text.indexOf(UNREADABLE) >= 0
                && !Arrays.equals(rows.getBytes(column), text.getBytes(StandardCharsets.UTF_8))) {
            throw new SQLDataException("the text is not in UTF-8");
        }
        return text(value);
    }

    /** @param value from the driver; null for NULL */
    static String text(Object value) throws SQLException {
        if (value == null) {
            return null;
        } else if (value instanceof Integer || value instanceof Long || value instanceof String) {
            return value.toString();
        } else if (value instanceof Double number) {
            return FloatText.of(number.doubleValue());
        } else if (value instanceof byte[] stored) {
            return ValueKind.hex(stored);
        }
        throw new SQLDataException("the driver gives a " + value.getClass().getName());
    }

    /**
     * Binds a value for a column that keeps each value as bound. Binds a number only if {@link #text} writes the number
     * back in the same characters; {@code 007} and {@code 1.50} are texts.
     */
    static void bindAsWritten(PreparedStatement statement, int number, String value) throws SQLException {
        if (value.startsWith("\\x")) {
            statement.setBytes(number, ValueKind.bytes(value));
        } else if (WHOLE.matcher(value).matches()
                && String.valueOf(whole(value)).equals(value)) {
            statement.setLong(number, whole(value));
        } else if (NUMBER.matcher(value).matches()
                && FloatText.of(Double.parseDouble(value)).equals(value)) {
            statement.setDouble(number, Double.parseDouble(value));
        } else {
            statement.setString(number, value);
        }
    }

    /**
     * Binds a value for a column that turns every text that looks like a number into a number.
     *
     * @throws IllegalArgumentException if the text is a number that SQLite does not keep with all its digits
     */
    static void bind(PreparedStatement statement, int number, String value) throws SQLException {
        if (value.startsWith("\\x")) {
            statement.setBytes(number, ValueKind.bytes(value));
        } else if (WHOLE.matcher(value).matches() && new BigDecimal(value).equals(new BigDecimal(whole(value)))) {
            statement.setLong(number, whole(value));
        } else if (NUMBER.matcher(value).matches()) {
            statement.setDouble(number, exact(value));
        } else if (value.equals("NaN")) {
            throw new IllegalArgumentException("SQLite keeps NaN as NULL");
        } else {
            statement.setString(number, value);
        }
    }

    private static long whole(String value) {
        return new BigDecimal(value).longValue();
    }

    private static double exact(String value) {
        double number = Double.parseDouble(value);
        if (!value.endsWith("Infinity")
                && (Double.isInfinite(number)
                        || new BigDecimal(FloatText.of(number)).compareTo(new BigDecimal(value)) != 0)) {
            throw new IllegalArgumentException("SQLite keeps no number with so many digits");
        }
        return number;
    }
}
