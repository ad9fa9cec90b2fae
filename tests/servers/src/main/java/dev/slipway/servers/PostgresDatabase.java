package dev.slipway.servers;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * A fresh database for one test class, on a real PostgreSQL that the whole JVM shares: by Testcontainers where a Docker engine is,
 * on the embedded server elsewhere; system property {@code slipway.test.postgres=auto|docker|embedded}. Never skipped: if no server can
 * be had, the tests fail.
 */
public record PostgresDatabase(String jdbcUrl, String user, String password) {
    private static final AtomicInteger COUNT = new AtomicInteger();

    /** A new, empty database. */
    public static PostgresDatabase fresh() {
        PostgresServer server = PostgresServer.shared();
        String name = "test_" + COUNT.incrementAndGet();
        try (Connection connection = server.database("postgres").dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE DATABASE " + name);
        } catch (SQLException e) {
            throw new IllegalStateException("cannot create a database for the test", e);
        }
        return server.database(name);
    }

    /** Connections without a pool. */
    public DataSource dataSource() {
        PGSimpleDataSource source = new PGSimpleDataSource();
        source.setUrl(jdbcUrl);
        source.setUser(user);
        source.setPassword(password);
        return source;
    }
}
