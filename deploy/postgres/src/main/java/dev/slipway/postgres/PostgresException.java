package dev.slipway.postgres;

/** The embedded server cannot be had. The message is one line that names the thing and the remedy. */
public final class PostgresException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    PostgresException(String message) {
        super(message);
    }

    PostgresException(String message, Throwable cause) {
        super(message, cause);
    }
}
