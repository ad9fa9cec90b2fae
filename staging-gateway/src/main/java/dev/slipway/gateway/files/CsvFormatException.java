package dev.slipway.gateway.files;

import java.io.IOException;

/** The bytes are not CSV as PostgreSQL's COPY writes it. */
public sealed class CsvFormatException extends IOException permits LongRowException {
    private static final long serialVersionUID = 1L;

    private final long line;
    private final String words;

    CsvFormatException(long line, String words) {
        super("line " + line + ": " + words);
        this.line = line;
        this.words = words;
    }

    /** Line of what was read. */
    long line() {
        return line;
    }

    /** What is wrong there. */
    String words() {
        return words;
    }
}
