package dev.slipway.gateway.sql;

import dev.slipway.problem.ProblemException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * Where the pool of a source gets its connections. A pool tries again and again as long as somebody waits, and hides why it fails; here
 * a server that refused us is left alone for a second, or it would lock the account, and the reason is kept for whoever waits.
 */
final class Logins extends PGSimpleDataSource {
    private static final long serialVersionUID = 1L;
    private static final long AGAIN_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** What a login ended in. */
    private record Failure(Exception cause, long at) {
        void rethrow() throws SQLException {
            if (cause instanceof SQLException refused) {
                throw refused;
            }
            throw (ProblemException) cause;
        }
    }

    private final transient Connector connector;
    private transient volatile Failure last;

    Logins(Connector connector) {
        this.connector = connector;
    }

    @Override
    public Connection getConnection() throws SQLException {
        Failure before = last;
        if (before != null && System.nanoTime() - before.at() < AGAIN_NANOS) {
            before.rethrow();
        }
        try {
            return connector.connect();
        } catch (SQLException | ProblemException e) {
            last = new Failure(e, System.nanoTime());
            throw e;
        }
    }

    /** Throws what a login has failed with since that time, as {@link System#nanoTime} tells it. */
    void throwFailureSince(long since) throws SQLException {
        Failure failure = last;
        if (failure != null && failure.at() - since > 0) {
            failure.rethrow();
        }
    }
}
