package dev.slipway.postgres;

import java.nio.file.Path;

/**
 * A PostgreSQL server of our own in a data folder: loopback only, scram passwords, fsync on. It runs as a non-root identity, and a
 * server that survived a crash of ours is adopted, not started again.
 */
public final class EmbeddedPostgres implements AutoCloseable {

    /** Starts, or adopts, the server of {@code folder}; makes it on first use. Returns when it accepts connections. */
    public static EmbeddedPostgres start(Path folder) {
        throw new UnsupportedOperationException();
    }

    /** Address of {@code database} without user and password. */
    public String jdbcUrl(String database) {
        throw new UnsupportedOperationException();
    }

    /** Makes {@code database} if it is not there. */
    public void createDatabase(String database) {
        throw new UnsupportedOperationException();
    }

    public int port() {
        throw new UnsupportedOperationException();
    }

    /** The superuser of this server. */
    public String user() {
        throw new UnsupportedOperationException();
    }

    /** Its password: random, kept in a 0600 file of the folder. */
    public String password() {
        throw new UnsupportedOperationException();
    }

    /** Stops the server; its data stays. */
    @Override
    public void close() {
        throw new UnsupportedOperationException();
    }
}
