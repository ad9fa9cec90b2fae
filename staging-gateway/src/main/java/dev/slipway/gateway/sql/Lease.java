package dev.slipway.gateway.sql;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.Semaphore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A connection lent to one session by its pool. */
record Lease(Connector connector, HikariDataSource pool, Connection connection, Semaphore turn) {
    private static final Logger LOG = LoggerFactory.getLogger(Lease.class);

    /**
     * Gives it back.
     *
     * @param again whether others may have it, as if it were new; else it is closed
     */
    void end(boolean again) {
        try {
            if (again) {
                forget();
            } else {
                pool.evictConnection(connection);
            }
            connection.close();
        } catch (SQLException e) {
            LOG.debug("a connection ended by itself: SQLSTATE {}", e.getSQLState());
            pool.evictConnection(connection);
        } finally {
            turn.release();
        }
    }

    /** Statements of users may have changed settings of the session, made temporary tables, taken locks. */
    private void forget() throws SQLException {
        connection.setAutoCommit(true);
        try (Statement statement = connection.createStatement()) {
            statement.execute("DISCARD ALL");
        }
    }
}
