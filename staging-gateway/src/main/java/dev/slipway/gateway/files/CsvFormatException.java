package dev.slipway.gateway.files;

import java.io.IOException;

/** Thrown when bytes are not CSV as written by PostgreSQL's COPY. */
public sealed class CsvFormatException extends IOException permits LongRowException {
    private static final long serialVersionUID = 1L;

    private final long line;
    private final String words;

    CsvFormatException(long line, String words) {
        super("line " + line + ": " + words);
        this.line = line;
        this.words = words;
    }

    /** Returns the line of the input at which the error was found. */
    long line() {
        return line;
    }

    /** Describes the error at this line. */
    String words() {
        return words;
    }
}
