package dev.slipway.gateway.sql;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.Semaphore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A connection lent to one session. It is closed at the end and not lent again: statements of users may have changed the session in
 * ways that no reset is sure to find.
 */
record Lease(Connector connector, Connection connection, Semaphore turn) {
    private static final Logger LOG = LoggerFactory.getLogger(Lease.class);

    void end() {
        try {
            connection.close();
        } catch (SQLException e) {
            LOG.debug("a connection ended by itself: SQLSTATE {}", e.getSQLState());
        } finally {
            turn.release();
        }
    }
}
