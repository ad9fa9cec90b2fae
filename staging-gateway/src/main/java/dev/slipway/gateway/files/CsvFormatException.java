package dev.slipway.gateway.files;

import java.io.IOException;

/** The bytes are not CSV as PostgreSQL's COPY writes it. */
public final class CsvFormatException extends IOException {
    private static final long serialVersionUID = 1L;

    CsvFormatException(long line, String message) {
        super("line " + line + ": " + message);
    }
}
