package dev.slipway.gateway.sql.postgres;

import dev.slipway.gateway.sql.Access;
import dev.slipway.gateway.sql.SqlLimits;
import dev.slipway.gateway.sql.postgres.connection.LentConnection;
import dev.slipway.gateway.step.Cancellation;
import dev.slipway.problem.ProblemKind;
import dev.slipway.request.SqlExtract;
import dev.slipway.staging.Snapshot;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Pattern;
import org.postgresql.core.BaseConnection;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One transaction of one step, on a connection that no other step uses meanwhile. */
final class Session implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Session.class);
    private static final int GENTLE_ATTEMPTS = 5;
    private static final Pattern SNAPSHOT_ID = Pattern.compile("[0-9A-Fa-f-]+");
    /** The first version of PostgreSQL that can flush a message to the log at once. */
    private static final int FLUSHES = 17;

    private final LentConnection lent;
    /** Whether the server was asked to end a statement. The request may reach the server after the statement's end. */
    private volatile boolean stopped;

    private final Cancellation.Registration registration;
    private Optional<Snapshot> snapshot = Optional.empty();
    private Optional<SqlExtract> reading = Optional.empty();

    private Session(LentConnection lent, Cancellation cancellation) throws InterruptedException {
        this.lent = lent;
        this.registration = cancellation.stopBy(this::stop);
    }

    /** Begins a session. Ends the lease if the begin fails. */
    static Session begin(LentConnection lent, Access access, SqlLimits limits, Cancellation cancellation)
            throws SQLException, InterruptedException {
        boolean begun = false;
        try {
            prepare(lent.connection(), access, limits);
            lent.connector().awaitStatements(lent.connection());
            Session session = new Session(lent, cancellation);
            begun = true;
            return session;
        } finally {
            if (!begun) {
                lent.end(false);
            }
        }
    }

    /**
     * Sets the server's settings and not the driver's, because COPY begins its transactions without the driver's
     * read-only flag.
     */
    private static void prepare(Connection connection, Access access, SqlLimits limits) throws SQLException {
        try (Statement settings = connection.createStatement()) {
            // Times with zones, intervals, floats and bytes read alike whatever settings the server and the role have.
            // All settings go in one message.
            settings.execute(
                    "SET statement_timeout = " + patience(access, limits).toMillis()
                            + "; SET TIME ZONE 'UTC'; SET bytea_output = 'hex'; SET IntervalStyle = 'postgres'"
                            + "; SET extra_float_digits = 1; SET standard_conforming_strings = on"
                            + "; SET default_transaction_read_only = "
                            + (access == Access.WRITE ? "off" : "on")
                            + (access == Access.READ ? "; SET default_transaction_isolation = 'repeatable read'" : ""));
        }
        connection.commit();
    }

    private static Duration patience(Access access, SqlLimits limits) {
        return access == Access.LOOK ? limits.connectTimeout() : limits.statementTimeout();
    }

    /**
     * Makes all further transactions of this session read {@code shared}, if present. Tells the statement of
     * {@code extract}, if it asks, the time of that snapshot or otherwise of the transaction's begin.
     */
    void join(Optional<Snapshot> shared, SqlExtract extract) {
        snapshot = shared;
        reading = Optional.of(extract);
        try {
            joinSnapshot();
        } catch (SQLException e) {
            throw PostgresProblems.running("the snapshot of " + extract.name(), extract.source(), e);
        }
    }

    /** Begins the transaction of an extract anew, on the shared snapshot if there is one. */
    void beginAgain() throws SQLException {
        connection().rollback();
        joinSnapshot();
    }

    private void joinSnapshot() throws SQLException {
        if (snapshot.isPresent()) {
            join(snapshot.get(), reading.orElseThrow().source());
        }
        if (reading.isPresent() && AsOf.isIn(reading.get().statement())) {
            AsOf.set(connection(), snapshot.map(Snapshot::asOf));
        }
    }

    /** Joins a snapshot. Must be the first statement of a transaction. */
    private void join(Snapshot shared, String source) throws SQLException {
        if (!SNAPSHOT_ID.matcher(shared.id()).matches()) {
            throw Snapshots.lost(source);
        }
        try (Statement statement = connection().createStatement()) {
            statement.execute("SET TRANSACTION SNAPSHOT '" + shared.id() + "'");
        } catch (SQLException e) {
            if (PostgresProblems.code(e).kind() == ProblemKind.OUTAGE) {
                throw e;
            }
            // The holder of the snapshot is gone, and with the holder the server's name for the snapshot.
            throw Snapshots.lost(source);
        }
    }

    Connection connection() {
        return lent.connection();
    }

    BaseConnection postgres() throws SQLException {
        return connection().unwrap(BaseConnection.class);
    }

    /** Keeps later cancels from the server, because the outcome of the next statements must become known. */
    void uncancellable() {
        registration.close();
    }

    /**
     * Makes the server flush its log to disk. A server that crashes forgets log records that were not flushed, and
     * gives the ids of those transactions to others. Before PostgreSQL 17 only a commit flushes the log, so the session
     * takes another connection.
     */
    void makeLogDurable() throws SQLException {
        if (connection().getMetaData().getDatabaseMajorVersion() >= FLUSHES) {
            try (Statement flush = connection().createStatement()) {
                flush.execute("SELECT pg_logical_emit_message(false, 'slipway', '', true)");
            }
            return;
        }
        try (Connection other = lent.connector().connect();
                Statement mark = other.createStatement()) {
            mark.execute("SET LOCAL synchronous_commit = on");
            mark.execute(StoreIntent.MARK);
            other.commit();
        }
    }

    private void stop(int attempt) {
        stopped = true;
        try {
            if (attempt < GENTLE_ATTEMPTS) {
                postgres().cancelQuery();
            } else {
                postgres().abort(Runnable::run);
            }
        } catch (SQLException e) {
            LOG.warn("cannot cancel a query: SQLSTATE {}", e.getSQLState());
        }
    }

    @Override
    public void close() {
        boolean rolledBack = false;
        try {
            // A rollback is quick. A server that fell silent in a statement does not answer the rollback either.
            lent.connector().awaitLittle(connection());
            connection().rollback();
            rolledBack = true;
        } catch (SQLException e) {
            LOG.debug("a session ended by itself: SQLSTATE {}", e.getSQLState());
        } finally {
            // Until here a cancel can cut off a rollback that hangs.
            registration.close();
            lent.end(rolledBack && !stopped);
        }
    }
}
