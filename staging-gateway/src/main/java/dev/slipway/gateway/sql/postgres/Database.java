package dev.slipway.gateway.sql.postgres;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.slipway.gateway.sql.Access;
import dev.slipway.gateway.sql.DatabaseSource;
import dev.slipway.gateway.sql.SourceLogin;
import dev.slipway.gateway.sql.SqlLimits;
import dev.slipway.gateway.sql.postgres.connection.Connector;
import dev.slipway.gateway.sql.postgres.connection.LentConnection;
import dev.slipway.gateway.sql.postgres.connection.LoginDataSource;
import dev.slipway.gateway.step.Cancellation;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.sql.Statement;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Semaphore;

/**
 * One source by one login. Opens a limited number of connections for reading and as many for storing, and keeps idle
 * ones for a minute.
 */
public final class Database implements SourceLogin {
    private static final Duration IDLE = Duration.ofMinutes(1);

    /** How long the pool waits before it reports that no connection is free. The login then tells the reason. */
    private static final Duration POOL_ANSWER = Duration.ofMillis(500);

    private final DatabaseSource source;
    private final SqlLimits limits;
    private final Connector connector;
    private final LoginDataSource logins;
    private HikariDataSource pool;
    /** The turns of steps. A step waits for its turn without a time limit and can be cancelled. */
    private final Map<Access, Semaphore> turns = new EnumMap<>(Access.class);

    public Database(DatabaseSource source, SqlLimits limits) {
        this.source = source;
        this.limits = limits;
        this.connector = new Connector(source, limits);
        this.logins = new LoginDataSource(connector);
        for (Access access : Access.values()) {
            turns.put(access, new Semaphore(limits.connections(), true));
        }
    }

    @Override
    public String name() {
        return source.name();
    }

    Session open(Access access, Cancellation cancellation) throws InterruptedException {
        try {
            LentConnection lease = cancellation.interruptibly(() -> lease(access), attempt -> {});
            return Session.begin(lease, access, limits, cancellation);
        } catch (SQLException e) {
            cancellation.check();
            throw PostgresProblems.connecting(source.name(), e);
        }
    }

    /** Opens a connection outside of the pool and of the turns. */
    Connection connect() throws SQLException {
        return connector.connect();
    }

    private LentConnection lease(Access access) throws SQLException, InterruptedException {
        Semaphore turn = turns.get(access);
        turn.acquire();
        boolean lent = false;
        try {
            HikariDataSource from = pool();
            LentConnection lease = new LentConnection(connector, from, borrow(from), turn);
            lent = true;
            return lease;
        } finally {
            if (!lent) {
                turn.release();
            }
        }
    }

    /** Returns the pool, made at first use because a pool has threads. */
    private synchronized HikariDataSource pool() {
        if (pool == null) {
            HikariConfig config = new HikariConfig();
            config.setPoolName("source " + source.name());
            config.setDataSource(logins);
            config.setAutoCommit(false);
            config.setMaximumPoolSize(limits.connections() * turns.size());
            config.setMinimumIdle(0);
            config.setIdleTimeout(IDLE.toMillis());
            config.setConnectionTimeout(POOL_ANSWER.toMillis());
            config.setValidationTimeout(POOL_ANSWER.toMillis());
            config.setInitializationFailTimeout(-1);
            pool = new HikariDataSource(config);
        }
        return pool;
    }

    /** Waits for a connection. The caller has a turn, so there is always room for one more. */
    private Connection borrow(HikariDataSource from) throws SQLException {
        long begun = System.nanoTime();
        while (true) {
            try {
                return from.getConnection();
            } catch (SQLTransientConnectionException e) {
                logins.throwFailureSince(begun);
                if (System.nanoTime() - begun > limits.connectTimeout().toNanos()) {
                    throw e;
                }
            }
        }
    }

    @Override
    public synchronized void close() {
        if (pool != null) {
            pool.close();
        }
    }

    @Override
    public Optional<Problem> probe() throws InterruptedException {
        try (Connection connection = connector.connect();
                Statement statement = connection.createStatement()) {
            statement.execute("SELECT 1");
            return Optional.empty();
        } catch (SQLException e) {
            if (Thread.interrupted()) {
                throw new InterruptedException("the probe of source " + source.name() + " was interrupted");
            }
            return Optional.of(PostgresProblems.connecting(source.name(), e).problem());
        } catch (ProblemException e) {
            return Optional.of(e.problem());
        }
    }
}
