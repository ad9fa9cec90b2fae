package dev.slipway.gateway.files;

/** A row that is longer than those that are read: nothing is wrong with it but that. */
public final class LongRowException extends CsvFormatException {
    private static final long serialVersionUID = 1L;

    LongRowException(long line) {
        super(line, "a row of more than " + CsvReader.LARGEST_ROW + " characters begins");
    }
}
