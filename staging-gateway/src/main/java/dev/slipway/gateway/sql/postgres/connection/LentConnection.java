package dev.slipway.gateway.sql.postgres.connection;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.Semaphore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A connection lent to one session by its pool. */
public record LentConnection(Connector connector, HikariDataSource pool, Connection connection, Semaphore turn) {
    private static final Logger LOG = LoggerFactory.getLogger(LentConnection.class);

    /**
     * Gives the connection back.
     *
     * @param again whether another session may have the connection, as if it were new; otherwise it is closed
     */
    public void end(boolean again) {
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

    /** Forgets settings, temporary tables and locks that statements of users may have left in the session. */
    private void forget() throws SQLException {
        connection.setAutoCommit(true);
        try (Statement statement = connection.createStatement()) {
            statement.execute("DISCARD ALL");
        }
    }
}
