package dev.slipway.gateway.sql.driver;

import java.sql.SQLException;

/** Thrown for a value that a driver does not give, or does not give exactly. The message holds the driver's words. */
final class UnreadableValueException extends SQLException {
    private static final long serialVersionUID = 1L;

    private final String place;

    /**
     * @param column its label
     * @param row number of the row, 1 for the first
     */
    UnreadableValueException(String column, long row, Exception cause) {
        super(DriverFailureException.words(cause), cause);
        this.place = "column " + column + " of row " + row;
    }

    /** Returns words that name the column and the row. */
    String place() {
        return place;
    }
}
