package dev.slipway.gateway.files;

/** Thrown for a row that exceeds the longest row that the reader takes. The row may be correct otherwise. */
public final class LongRowException extends CsvFormatException {
    private static final long serialVersionUID = 1L;

    LongRowException(long line) {
        super(line, "a row of more than " + CsvReader.LARGEST_ROW + " characters begins");
    }
}
