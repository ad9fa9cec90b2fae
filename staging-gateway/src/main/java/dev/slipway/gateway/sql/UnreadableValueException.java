package dev.slipway.gateway.sql;

import java.sql.SQLException;

/** A value that a driver does not give, or not exactly, in one place of an answer. Its message has the driver's words. */
final class UnreadableValueException extends SQLException {
    private static final long serialVersionUID = 1L;

    private final String place;

    /**
     * @param column its label
     * @param row of the answer, 1 for the first
     */
    UnreadableValueException(String column, long row, Exception cause) {
        super(DriverFailureException.words(cause), cause);
        this.place = "column " + column + " of row " + row;
    }

    /** The column and the row. */
    String place() {
        return place;
    }
}
