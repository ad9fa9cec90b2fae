package dev.slipway.gateway.sql.driver.value;

import java.sql.JDBCType;
import java.sql.ParameterMetaData;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Types;
import java.util.Locale;

/**
 * The type of a column or parameter, as reported by its driver.
 *
 * @param jdbc of {@link Types}, or a number of the driver's own
 * @param name the database's name of the type; empty if the driver tells none
 * @param scale digits behind the point of a number, or of its seconds
 */
public record ColumnType(int jdbc, String name, int scale) {
    /** The type of a parameter of which the driver tells no type. */
    public static final ColumnType UNTOLD = new ColumnType(Types.OTHER, "", 0);

    public static ColumnType of(ResultSetMetaData columns, int number) throws SQLException {
        return new ColumnType(
                columns.getColumnType(number), told(columns.getColumnTypeName(number)), columns.getScale(number));
    }

    /** Returns the type of a parameter. Some drivers know the number of parameters but not their types. */
    public static ColumnType of(ParameterMetaData parameters, int number) {
        try {
            return new ColumnType(
                    parameters.getParameterType(number), told(parameters.getParameterTypeName(number)), 0);
        } catch (SQLException e) {
            return UNTOLD;
        }
    }

    private static String told(String name) {
        return name == null ? "" : name;
    }

    public boolean isUntold() {
        return jdbc == Types.NULL || jdbc == Types.OTHER && name.isEmpty();
    }

    /** Returns the name in capitals, without parentheses and their content. */
    String family() {
        int parenthesis = name.indexOf('(');
        return (parenthesis < 0 ? name : name.substring(0, parenthesis)).strip().toUpperCase(Locale.ROOT);
    }

    /** Returns the customary name of the type, for messages. */
    public String words() {
        if (jdbc == Types.OTHER) {
            return name.toLowerCase(Locale.ROOT);
        }
        try {
            return JDBCType.valueOf(jdbc).getName().toLowerCase(Locale.ROOT).replace('_', ' ');
        } catch (IllegalArgumentException e) {
            return name.isEmpty() ? "type " + jdbc : name;
        }
    }
}
