package dev.slipway.gateway.sql;

import java.math.BigDecimal;
import java.sql.JDBCType;
import java.sql.PreparedStatement;
import java.sql.SQLDataException;
import java.sql.SQLException;
import java.sql.Types;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Binds texts as values of the types that a driver tells for its parameters; where it tells none, as texts, which the server converts.
 *
 * @param types of {@link java.sql.Types}, one for each {@code ?}
 */
record TypedBinder(List<Integer> types) implements BoundColumns.Binder {
    private static final Set<String> TRUE = Set.of("t", "true", "1");
    private static final Set<String> FALSE = Set.of("f", "false", "0");

    /** A text that is no value of the parameter's type. */
    static final class MisfitException extends SQLDataException {
        private static final long serialVersionUID = 1L;
        /** SQL: invalid character value for cast. */
        private static final String STATE = "22018";

        private final int parameter;

        MisfitException(int parameter, String value, int type) {
            super("\"" + value + "\" is no " + typeName(type), STATE);
            this.parameter = parameter;
        }

        int parameter() {
            return parameter;
        }
    }

    /** What people call a type. */
    static String typeName(int type) {
        try {
            return JDBCType.valueOf(type).getName().toLowerCase(Locale.ROOT).replace('_', ' ');
        } catch (IllegalArgumentException e) {
            return "type " + type;
        }
    }

    @Override
    public void bind(PreparedStatement statement, int number, String value) throws SQLException {
        int type = types.get(number - 1);
        if (value == null) {
            statement.setNull(number, type == Types.OTHER ? Types.NULL : type);
            return;
        }
        try {
            set(statement, number, type, value);
        } catch (IllegalArgumentException | DateTimeException e) {
            throw new MisfitException(number, value, type);
        }
    }

    private static void set(PreparedStatement statement, int number, int type, String value) throws SQLException {
        switch (type) {
            case Types.TINYINT, Types.SMALLINT, Types.INTEGER, Types.BIGINT ->
                statement.setLong(number, Long.parseLong(value));
            case Types.DECIMAL, Types.NUMERIC -> statement.setBigDecimal(number, new BigDecimal(value));
            case Types.REAL, Types.FLOAT, Types.DOUBLE -> statement.setDouble(number, Double.parseDouble(value));
            case Types.BOOLEAN, Types.BIT -> statement.setBoolean(number, truth(value));
            case Types.DATE -> statement.setObject(number, LocalDate.parse(value));
            case Types.TIME -> statement.setObject(number, LocalTime.parse(value));
            case Types.TIMESTAMP -> statement.setObject(number, LocalDateTime.parse(value.replace(' ', 'T')));
            case Types.TIMESTAMP_WITH_TIMEZONE ->
                statement.setObject(number, OffsetDateTime.parse(whole(value.replace(' ', 'T'))));
            case Types.BINARY, Types.VARBINARY, Types.LONGVARBINARY, Types.BLOB ->
                statement.setBytes(number, bytes(value));
            default -> statement.setString(number, value);
        }
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

    /** An offset in whole hours may lack its minutes, as extracts write it. */
    private static String whole(String time) {
        return time.matches(".*[+-]\\d\\d") ? time + ":00" : time;
    }

    private static byte[] bytes(String value) {
        if (!value.startsWith("\\x")) {
            throw new IllegalArgumentException("no \\x before the digits");
        }
        return HexFormat.of().parseHex(value.substring(2));
    }
}
