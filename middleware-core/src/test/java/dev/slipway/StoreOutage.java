package dev.slipway;

import com.zaxxer.hikari.HikariDataSource;
import dev.slipway.servers.Await;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.sql.Statement;
import org.postgresql.ds.PGSimpleDataSource;

/** Takes a rig's database away, as its server sees it, until closed. */
final class StoreOutage implements AutoCloseable {
    private static final int IMPATIENCE = 250;

    private final HikariDataSource pool;
    private final PGSimpleDataSource store;

    private StoreOutage(HikariDataSource pool) {
        this.pool = pool;
        this.store = (PGSimpleDataSource) pool.getDataSource();
    }

    static StoreOutage of(HikariDataSource pool) throws SQLException {
        pool.getHikariConfigMXBean().setConnectionTimeout(IMPATIENCE);
        StoreOutage outage = new StoreOutage(pool);
        String name = outage.store.getDatabaseName();
        outage.execute("ALTER DATABASE " + name + " ALLOW_CONNECTIONS false");
        outage.execute("SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = '" + name + "'");
        return outage;
    }

    private void execute(String statement) throws SQLException {
        String neighbour = store.getURL().replaceFirst("/" + store.getDatabaseName() + "(?=$|\\?)", "/postgres");
        try (Connection connection = DriverManager.getConnection(neighbour, store.getUser(), store.getPassword());
                Statement change = connection.createStatement()) {
            change.execute(statement);
        }
    }

    @Override
    public void close() throws SQLException {
        execute("ALTER DATABASE " + store.getDatabaseName() + " ALLOW_CONNECTIONS true");
        // The pool trusts a connection that it used just now, also a dead one.
        pool.getHikariPoolMXBean().softEvictConnections();
        awaitPool();
    }

    /** The pool itself waits longer and longer between its tries to connect. */
    private void awaitPool() throws SQLException {
        long limit = System.nanoTime() + Await.PATIENCE.toNanos();
        while (true) {
            try (Connection connection = pool.getConnection()) {
                connection.isValid(1);
                return;
            } catch (SQLTransientConnectionException e) {
                if (System.nanoTime() > limit) {
                    throw e;
                }
            }
        }
    }
}
