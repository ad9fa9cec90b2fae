package dev.slipway.gateway.sql.postgres.connection;

import dev.slipway.problem.ProblemException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * Gives the pool of a source its connections. A pool logs in repeatedly while a step waits, and hides the cause of a
 * failure. This class keeps the cause for waiting steps. After a refusal the class does not log in for a second;
 * otherwise the server would lock the account.
 */
public final class LoginDataSource extends PGSimpleDataSource {
    private static final long serialVersionUID = 1L;
    private static final long AGAIN_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** The failure of a login. */
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

    public LoginDataSource(Connector connector) {
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

    /** Throws the failure of a login since the given {@link System#nanoTime}. */
    public void throwFailureSince(long since) throws SQLException {
        Failure failure = last;
        if (failure != null && failure.at() - since > 0) {
            failure.rethrow();
        }
    }
}
