package dev.slipway.testbed;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import org.postgresql.ds.PGSimpleDataSource;

/** Takes the database of a test bed away, as the database server does, until it is closed. */
public final class StoreOutage implements AutoCloseable {
    private final StorePool pool;
    private final PGSimpleDataSource store;

    private StoreOutage(StorePool pool) {
        this.pool = pool;
        this.store = (PGSimpleDataSource) pool.getDataSource();
    }

    public static StoreOutage of(StorePool pool) throws SQLException {
        StoreOutage outage = new StoreOutage(pool);
        String name = outage.store.getDatabaseName();
        outage.execute("ALTER DATABASE " + name + " ALLOW_CONNECTIONS false");
        outage.execute("SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = '" + name + "'");
        pool.away(true);
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
        pool.away(false);
        awaitPool();
    }

    /** Waits for the pool to connect again: the pool waits longer and longer between the tries. */
    private void awaitPool() throws SQLException {
        pool.getConnection().close();
    }
}
