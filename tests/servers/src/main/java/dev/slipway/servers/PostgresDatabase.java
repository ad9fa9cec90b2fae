package dev.slipway.servers;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * Provides a fresh database for one test class, on a real PostgreSQL that the whole JVM shares: by Testcontainers where
 * there is a Docker engine, else on the embedded server. The system property is
 * {@code slipway.test.postgres=auto|docker|embedded}. Tests are never skipped: without a server they fail.
 */
public record PostgresDatabase(String jdbcUrl, String user, String password) {
    private static final AtomicInteger COUNT = new AtomicInteger();
    private static final Map<String, String> MODELS = new ConcurrentHashMap<>();

    /** Returns a new, empty database. */
    public static PostgresDatabase fresh() {
        return create("");
    }

    /**
     * Returns a new database that is a copy of a model, which this JVM makes once. A copy is faster for content that
     * takes long to make.
     *
     * @param model name of the model
     * @param make fills the empty model, and leaves no connection open
     */
    public static PostgresDatabase copyOf(String model, Consumer<DataSource> make) {
        String name = MODELS.computeIfAbsent(model, any -> {
            PostgresDatabase made = fresh();
            make.accept(made.dataSource());
            return made.name();
        });
        return create(" TEMPLATE " + name);
    }

    private static PostgresDatabase create(String how) {
        PostgresServer server = PostgresServer.shared();
        String name = "test_" + COUNT.incrementAndGet();
        try (Connection connection = server.database("postgres").dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE DATABASE " + name + how);
        } catch (SQLException e) {
            throw new IllegalStateException("cannot create a database for the test", e);
        }
        return server.database(name);
    }

    private String name() {
        return jdbcUrl.substring(jdbcUrl.lastIndexOf('/') + 1);
    }

    /** Returns a data source without a pool. */
    public DataSource dataSource() {
        PGSimpleDataSource source = new PGSimpleDataSource();
        source.setUrl(jdbcUrl);
        source.setUser(user);
        source.setPassword(password);
        return source;
    }
}
