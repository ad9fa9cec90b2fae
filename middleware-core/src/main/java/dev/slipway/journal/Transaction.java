package dev.slipway.journal;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import javax.sql.DataSource;

/**
 * Runs work in one database transaction, which commits if the work returns and rolls back if it throws. Throws {@link
 * JournalUnavailable}.
 */
public final class Transaction {

    /** The work on a connection. */
    public interface Work<T> {
        T on(Connection connection) throws SQLException;
    }

    private final DataSource dataSource;

    public Transaction(DataSource dataSource) {
        this.dataSource = dataSource;
    }

    /** @param what the work, in words for the log, in the infinitive */
    public <T> T run(String what, Work<T> work) {
        try (Connection connection = dataSource.getConnection()) {
            connection.setAutoCommit(false);
            try {
                T result = work.on(connection);
                connection.commit();
                return result;
            } catch (SQLException | RuntimeException | Error e) {
                rollBack(connection, e);
                throw e;
            }
        } catch (SQLException e) {
            throw new JournalUnavailable("cannot " + what + ": " + e.getMessage(), e);
        }
    }

    /** Runs work while no other transaction writes to {@code table}, so that counts and comparisons stay valid. */
    public <T> T alone(String what, String table, Work<T> work) {
        return run(what, connection -> {
            try (PreparedStatement lock =
                    connection.prepareStatement("LOCK TABLE " + table + " IN SHARE ROW EXCLUSIVE MODE")) {
                lock.execute();
            }
            return work.on(connection);
        });
    }

    /**
     * Runs work of a single statement: the statement is its own transaction, which costs one round trip instead of two.
     */
    public <T> T single(String what, Work<T> work) {
        try (Connection connection = dataSource.getConnection()) {
            connection.setAutoCommit(true);
            return work.on(connection);
        } catch (SQLException e) {
            throw new JournalUnavailable("cannot " + what + ": " + e.getMessage(), e);
        }
    }

    private static void rollBack(Connection connection, Throwable cause) {
        try {
            connection.rollback();
        } catch (SQLException e) {
            cause.addSuppressed(e);
        }
    }
}
