package dev.slipway.gateway.sql.driver.value;

import dev.slipway.gateway.sql.BoundColumns;
import java.nio.charset.StandardCharsets;
import java.sql.PreparedStatement;
import java.sql.SQLDataException;
import java.sql.SQLException;
import java.sql.Types;
import java.time.DateTimeException;
import java.util.List;

/**
 * Binds texts as values of the known types of a statement's parameters. Binds them as texts where the type is unknown;
 * the server then converts them.
 *
 * @param make of the database
 * @param types one for each {@code ?}
 * @param mostBytes the most bytes of one value that the server takes
 */
public record TypedBinder(DriverMake make, List<ColumnType> types, long mostBytes) implements BoundColumns.Binder {

    /** Thrown for a text that is no value of the parameter's type. */
    public static final class MisfitException extends SQLDataException {
        private static final long serialVersionUID = 1L;
        /** SQL: invalid character value for cast. */
        private static final String STATE = "22018";
        /** SQL: string data, right truncation. */
        private static final String TOO_LONG = "22001";

        private final int parameter;

        MisfitException(int parameter, String value, ColumnType type, String reason) {
            super("\"" + value + "\" is no " + type.words() + (reason == null ? "" : ": " + reason), STATE);
            this.parameter = parameter;
        }

        /** Makes the exception for a value that has more bytes than the server accepts. */
        MisfitException(int parameter, long most) {
            super("the value has more bytes than the " + most + " that the server takes in one packet", TOO_LONG);
            this.parameter = parameter;
        }

        public int parameter() {
            return parameter;
        }
    }

    @Override
    public void bind(PreparedStatement statement, int number, String value) throws SQLException {
        ColumnType type = types.get(number - 1);
        if (value == null) {
            boolean named = make.tellsParameters() && type.jdbc() != Types.OTHER;
            statement.setNull(number, named ? type.jdbc() : Types.NULL);
            return;
        }
        requireShort(number, value);
        try {
            kind(type).bind(statement, number, value);
        } catch (NumberFormatException | DateTimeException e) {
            throw new MisfitException(number, value, type, null);
        } catch (IllegalArgumentException e) {
            throw new MisfitException(number, value, type, e.getMessage());
        }
    }

    private ValueKind kind(ColumnType type) {
        return type.isUntold() ? ValueKind.TEXT : make.kind(type).orElse(ValueKind.TEXT);
    }

    /** Refuses a value that is too long. The server would break the connection, as if the server were away. */
    private void requireShort(int number, String value) throws MisfitException {
        // A char takes at most three bytes.
        if (value.length() > mostBytes / 3 && value.getBytes(StandardCharsets.UTF_8).length > mostBytes) {
            throw new MisfitException(number, mostBytes);
        }
    }
}
