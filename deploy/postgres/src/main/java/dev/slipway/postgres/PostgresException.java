package dev.slipway.postgres;

/** Says that the embedded server cannot be used. The message is one line that names the thing and the remedy. */
public final class PostgresException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    PostgresException(String message) {
        super(message);
    }

    PostgresException(String message, Throwable cause) {
        super(message, cause);
    }
}
