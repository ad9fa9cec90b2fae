package dev.slipway.journal.store;

import dev.slipway.journal.JournalUnavailable;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The right to work on a store: a session lock of PostgreSQL on a separate connection. A service that crashes loses the
 * lock with its connection, and two services never hold the lock at once. Not thread-safe.
 */
public final class StoreLock implements AutoCloseable {
    /** The key of this lock among all advisory locks of the database: "slipway" in ASCII. */
    private static final long KEY = 0x736c_6970_7761_79L;

    private static final Logger LOG = LoggerFactory.getLogger(StoreLock.class);

    private final DataSource dataSource;
    private Connection connection;

    private StoreLock(DataSource dataSource) {
        this.dataSource = dataSource;
    }

    /**
     * Takes the lock.
     *
     * @throws StoreInUse if another service holds the lock
     */
    public static StoreLock take(DataSource dataSource) {
        StoreLock lock = new StoreLock(dataSource);
        lock.acquire();
        return lock;
    }

    /**
     * Makes sure that the lock is still held. If the connection was lost, takes the lock again.
     *
     * @return whether the lock had to be taken again
     * @throws StoreInUse if another service has taken the lock meanwhile
     * @throws JournalUnavailable if the database does not answer
     */
    public boolean ensureHeld() {
        try {
            if (connection.isValid(5)) {
                return false;
            }
            connection.close();
        } catch (SQLException e) {
            throw new JournalUnavailable("cannot reach the store", e);
        }
        acquire();
        return true;
    }

    private void acquire() {
        try {
            Connection opened = dataSource.getConnection();
            if (locks(opened)) {
                connection = opened;
                return;
            }
            opened.close();
        } catch (SQLException e) {
            throw new JournalUnavailable("cannot lock the store: " + e.getMessage(), e);
        }
        throw new StoreInUse();
    }

    private static boolean locks(Connection connection) throws SQLException {
        connection.setAutoCommit(true);
        try (PreparedStatement select = connection.prepareStatement("SELECT pg_try_advisory_lock(?)")) {
            select.setLong(1, KEY);
            try (ResultSet row = select.executeQuery()) {
                row.next();
                return row.getBoolean(1);
            }
        }
    }

    /** Releases the lock. */
    @Override
    public void close() {
        try (Connection held = connection;
                PreparedStatement unlock = held.prepareStatement("SELECT pg_advisory_unlock(?)")) {
            unlock.setLong(1, KEY);
            unlock.execute();
        } catch (SQLException e) {
            // The connection is gone, and the lock with it.
            LOG.debug("the store's lock was lost before it was given back", e);
        }
    }

    /** Another service works on the same store. */
    public static final class StoreInUse extends IllegalStateException {
        private static final long serialVersionUID = 1L;

        StoreInUse() {
            super("another Slipway service works on this store: stop it first, or give this one another database");
        }
    }
}
