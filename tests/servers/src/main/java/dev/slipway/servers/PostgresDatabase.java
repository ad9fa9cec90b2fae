package dev.slipway.servers;

import javax.sql.DataSource;

/**
 * A fresh database for one test class, on a real PostgreSQL that the whole JVM shares: by Testcontainers where a Docker engine is,
 * on the embedded server elsewhere; system property {@code slipway.test.postgres=auto|docker|embedded}. Never skipped: if no server can
 * be had, the tests fail.
 */
public record PostgresDatabase(String jdbcUrl, String user, String password) {

    /** A new, empty database. */
    public static PostgresDatabase fresh() {
        throw new UnsupportedOperationException();
    }

    /** Connections without a pool. */
    public DataSource dataSource() {
        throw new UnsupportedOperationException();
    }
}
