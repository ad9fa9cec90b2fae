package dev.slipway.server;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.pool.HikariPool.PoolInitializationException;
import dev.slipway.postgres.EmbeddedPostgres;
import dev.slipway.postgres.SystemUser;
import dev.slipway.server.home.HomeFolder;
import dev.slipway.server.home.SetUpFailure;
import dev.slipway.server.settings.ServerSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Optional;
import javax.sql.DataSource;

/**
 * Opens the PostgreSQL that keeps jobs and accounts, and its connections. An embedded server starts and stops with the
 * service, and is started again when it dies.
 */
final class ServiceStore implements AutoCloseable {
    private static final String DATABASE = "slipway";
    private static final int CONNECTIONS = 12;
    private static final long CONNECT_MILLIS = 10_000;

    private final EmbeddedPostgres embedded;
    private final HikariDataSource connections;
    private final StoreWatch watch;

    private ServiceStore(EmbeddedPostgres embedded, HikariDataSource connections) {
        this.embedded = embedded;
        this.connections = connections;
        this.watch = StoreWatch.of(
                connections.getJdbcUrl(),
                connections.getUsername(),
                connections.getPassword(),
                Optional.ofNullable(embedded));
    }

    static ServiceStore open(ServerSettings.Store store, HomeFolder home, SystemUser databaseUser) {
        if (!store.embedded()) {
            return new ServiceStore(null, external(store));
        }
        EmbeddedPostgres server = EmbeddedPostgres.start(home.postgres(), databaseUser);
        try {
            server.createDatabase(DATABASE);
            return new ServiceStore(server, pool(server.jdbcUrl(DATABASE), server.user(), server.password()));
        } catch (RuntimeException e) {
            server.close();
            throw e;
        }
    }

    private static HikariDataSource external(ServerSettings.Store store) {
        try {
            return pool(
                    store.url(),
                    store.user(),
                    Files.readString(store.passwordFile()).strip());
        } catch (IOException e) {
            throw new SetUpFailure(
                    "the password of the store cannot be read: " + e, "Check slipway.store.password-file.", e);
        } catch (PoolInitializationException e) {
            throw new SetUpFailure(
                    "the store " + store.url() + " does not let " + store.user() + " in: "
                            + e.getCause().getMessage(),
                    "Check slipway.store.url, .user and .password-file, and whether that PostgreSQL runs.",
                    e);
        }
    }

    private static HikariDataSource pool(String url, String user, String password) {
        HikariConfig config = new HikariConfig();
        config.setPoolName("store");
        config.setJdbcUrl(url);
        config.setUsername(user);
        config.setPassword(password);
        config.setMaximumPoolSize(CONNECTIONS);
        config.setConnectionTimeout(CONNECT_MILLIS);
        config.setInitializationFailTimeout(CONNECT_MILLIS);
        config.addDataSourceProperty("ApplicationName", "slipway");
        return new HikariDataSource(config);
    }

    DataSource dataSource() {
        return connections;
    }

    /** Returns whether the store answered at the last look, about a second ago. */
    boolean answers() {
        return watch.answers();
    }

    /** Returns where the store is, for the operator. */
    String place() {
        return embedded == null ? connections.getJdbcUrl() : "embedded PostgreSQL on port " + embedded.port();
    }

    @Override
    public void close() {
        watch.close();
        connections.close();
        if (embedded != null) {
            embedded.close();
        }
    }
}
