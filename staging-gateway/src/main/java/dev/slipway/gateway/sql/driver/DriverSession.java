package dev.slipway.gateway.sql.driver;

import dev.slipway.gateway.sql.Access;
import dev.slipway.gateway.sql.FetchPace;
import dev.slipway.gateway.sql.SqlLimits;
import dev.slipway.gateway.sql.driver.value.ColumnType;
import dev.slipway.gateway.sql.driver.value.DriverMake;
import dev.slipway.gateway.sql.driver.value.TypedBinder;
import dev.slipway.gateway.step.Cancellation;
import dev.slipway.gateway.step.StepProblem;
import dev.slipway.problem.ProblemCode;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Semaphore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One transaction of one step at a {@link DriverDatabase}. The connection is closed afterwards. */
final class DriverSession implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(DriverSession.class);
    private static final int GENTLE_ATTEMPTS = 5;

    /** The least number of bytes in a packet besides a value. */
    private static final int AROUND = 1024;

    /**
     * Statements that make a session read-only: of MySQL's family and SQLite for the session, of standard SQL for the
     * transaction.
     */
    private static final List<String> READ_ONLY =
            List.of("SET SESSION TRANSACTION READ ONLY", "SET TRANSACTION READ ONLY", "PRAGMA query_only = ON");

    /** Keeps MariaDB's driver from preparing a statement at the server where the connection asks for that. */
    private static final String AS_TEXTS = "/*client prepare*/";

    private final DriverDatabase database;
    private final Connection connection;
    private final Semaphore turn;
    private final Cancellation cancellation;
    private Cancellation.Registration registration = () -> {};
    private Duration patience = Duration.ZERO;
    private boolean readOnly;
    private boolean abandoned;
    private volatile Statement running;

    DriverSession(DriverDatabase database, Connection connection, Semaphore turn, Cancellation cancellation) {
        this.database = database;
        this.connection = connection;
        this.turn = turn;
        this.cancellation = cancellation;
    }

    /** A call of JDBC that drivers need not support. */
    interface OptionalFeature {
        void use() throws SQLException;
    }

    /** Returns whether the driver supports an optional call. */
    static boolean granted(OptionalFeature feature) throws SQLException {
        try {
            feature.use();
            return true;
        } catch (SQLFeatureNotSupportedException e) {
            return false;
        }
    }

    /** Sets up the connection for its access. */
    void prepare(Access access, boolean stores) throws SQLException {
        SqlLimits limits = database.limits();
        patience = access == Access.LOOK ? limits.connectTimeout() : limits.statementTimeout();
        long silence = patience.plus(limits.connectTimeout()).toMillis();
        granted(() -> connection.setNetworkTimeout(Runnable::run, (int) Math.min(Integer.MAX_VALUE, silence)));
        connection.setAutoCommit(false);
        if (stores) {
            return;
        }
        if (connection.getMetaData().supportsTransactionIsolationLevel(Connection.TRANSACTION_REPEATABLE_READ)) {
            connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
        }
        hint(() -> connection.setReadOnly(true));
        connection.rollback();
        readOnly = asksForReadOnly();
        if (!readOnly && !database.hasReadOnlyUser()) {
            throw StepProblem.of(
                    ProblemCode.DATABASE_NOT_SET_UP,
                    "source " + name() + " does not take transactions that only read, so an extract could write there",
                    "Give it a user without any right to write, and say so with read-only-user: true.");
        }
    }

    /**
     * Passes a hint to the driver. Most drivers take the call as a hint only, and some refuse the call on an open
     * connection.
     */
    private void hint(OptionalFeature feature) throws SQLException {
        try {
            feature.use();
        } catch (SQLException e) {
            if (database.problems().isOutage(e)) {
                throw e;
            }
            LOG.debug("the driver of source {} takes no hint: {}", name(), e.getMessage());
        }
    }

    private boolean asksForReadOnly() throws SQLException {
        for (String request : READ_ONLY) {
            try (Statement statement = connection.createStatement()) {
                statement.execute(request);
                return true;
            } catch (SQLException e) {
                if (database.problems().isOutage(e)) {
                    throw e;
                }
                connection.rollback();
            }
        }
        return false;
    }

    /** Lets a cancel end the session's work from now on. */
    void listen() throws InterruptedException {
        registration = cancellation.stopBy(this::stop);
    }

    String name() {
        return database.name();
    }

    DriverMake make() {
        return database.make();
    }

    /**
     * Returns the statement with a mark that makes the server answer in texts, exactly as the server writes them.
     * MariaDB's reading sessions prepare all other statements at the server. Prepared answers have other flaws: dates
     * with a month 0 cannot be read from them.
     */
    String answeredAsTexts(String sql) {
        return database.preparesAtServer() ? AS_TEXTS + sql : sql;
    }

    DriverProblems problems() {
        return database.problems();
    }

    Connection connection() {
        return connection;
    }

    Cancellation cancellation() {
        return cancellation;
    }

    /** Returns whether the server itself keeps this transaction from writing. */
    boolean isReadOnly() {
        return readOnly;
    }

    /** Returns a statement with the time limit of this session. A cancel ends the statement. */
    PreparedStatement statement(String sql) throws SQLException {
        PreparedStatement statement = connection.prepareStatement(sql);
        granted(() -> statement.setQueryTimeout((int) Math.max(1, Math.min(patience.toSeconds(), Integer.MAX_VALUE))));
        running = statement;
        return statement;
    }

    /**
     * Returns a binder that binds values as texts by their types. No value may be longer than the server takes: MySQL's
     * family limits the size of a packet.
     */
    TypedBinder binder(List<ColumnType> types) throws SQLException {
        if (types.isEmpty() || !database.problems().isMysql()) {
            return new TypedBinder(make(), types, Long.MAX_VALUE);
        }
        try (Statement statement = connection.createStatement();
                ResultSet answer = statement.executeQuery("SELECT @@max_allowed_packet")) {
            answer.next();
            return new TypedBinder(make(), types, answer.getLong(1) - AROUND);
        }
    }

    /** Returns how many rows of an answer the driver shall fetch at once. */
    int fetchSize(FetchPace pace) {
        return database.fetchSize(pace);
    }

    /**
     * Rolls back the transaction. Returns whether rows stay in tables without transactions, as far as the server tells.
     */
    boolean leavesRows() {
        try {
            connection.rollback();
            return database.problems().leftRows(connection);
        } catch (SQLException e) {
            LOG.debug("a session ended before its rollback: SQLSTATE {}", e.getSQLState());
            return false;
        }
    }

    /** Keeps later cancels from the server, because the outcome of the next statements must become known. */
    void uncancellable() {
        registration.close();
    }

    /** Cuts the connection, so that no thread waits for the unneeded rest of an answer. */
    void abandon() {
        abandoned = true;
        try {
            connection.abort(Runnable::run);
        } catch (SQLException | RuntimeException e) {
            LOG.debug("a connection ended by itself: {}", e.toString());
        }
    }

    /** Stops the running statement. */
    void stop(int attempt) {
        Statement statement = running;
        try {
            if (attempt < GENTLE_ATTEMPTS && statement != null) {
                statement.cancel();
            } else {
                connection.abort(Runnable::run);
            }
        } catch (SQLException | RuntimeException e) {
            LOG.debug("cannot cancel a statement: {}", e.toString());
        }
    }

    @Override
    public void close() {
        try {
            if (!abandoned) {
                connection.rollback();
            }
            connection.close();
        } catch (SQLException | RuntimeException e) {
            LOG.debug("a session ended by itself: {}", e.toString());
        } finally {
            registration.close();
            turn.release();
        }
    }
}
