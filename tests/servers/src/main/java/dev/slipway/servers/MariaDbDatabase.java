package dev.slipway.servers;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Provides a fresh database for one test class, on a real MariaDB that the whole JVM shares. Tests are never skipped:
 * without a server they fail.
 */
public record MariaDbDatabase(String jdbcUrl, int port, String user, String password) {
    private static final AtomicInteger COUNT = new AtomicInteger();

    /** Returns a new, empty database. */
    public static MariaDbDatabase fresh() {
        MariaDbServer server = MariaDbServer.shared();
        String name = "test_" + COUNT.incrementAndGet();
        MariaDbDatabase made = new MariaDbDatabase(server.url(name), server.port(), server.user(), server.password());
        try (Connection connection = server.connect();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE DATABASE " + name);
        } catch (SQLException e) {
            throw new IllegalStateException("cannot create a database for the test", e);
        }
        return made;
    }

    /** Connects as the database's owner. */
    public Connection connect() throws SQLException {
        return DriverManager.getConnection(jdbcUrl, user, password);
    }

    /** Runs statements as the database's owner. */
    public void run(String... statements) throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    /** Puts the driver's jar into {@code folder}, as an operator does. Returns the jar. */
    public static Path driverIn(Path folder) {
        return MariaDbServer.driverIn(folder);
    }
}
