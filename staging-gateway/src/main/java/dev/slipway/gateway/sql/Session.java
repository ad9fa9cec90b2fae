package dev.slipway.gateway.sql;

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

/** One transaction of one step, on a connection of its own. */
final class Session implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Session.class);
    private static final int GENTLE_ATTEMPTS = 5;
    private static final Pattern SNAPSHOT_ID = Pattern.compile("[0-9A-Fa-f-]+");
    /** The first version of PostgreSQL whose messages to the log can be flushed on the spot. */
    private static final int FLUSHES = 17;

    /** What a session may do. */
    enum Access {
        READ,
        WRITE,
        /** As {@link #READ}, for a look that takes no step's turn and whose statements take no time to speak of. */
        LOOK
    }

    private final LentConnection lent;
    /** Whether the server was asked to end a statement: the message may reach it later than the statement's end. */
    private volatile boolean stopped;

    private final Cancellation.Registration registration;
    private Optional<Snapshot> snapshot = Optional.empty();
    private Optional<SqlExtract> reading = Optional.empty();

    private Session(LentConnection lent, Cancellation cancellation) throws InterruptedException {
        this.lent = lent;
        this.registration = cancellation.stopBy(this::stop);
    }

    /** Begins; ends the lease if that fails. */
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

    /** The server's settings, not the driver's: COPY begins its transactions without the driver's read-only flag. */
    private static void prepare(Connection connection, Access access, SqlLimits limits) throws SQLException {
        try (Statement settings = connection.createStatement()) {
            // Times with zones, lengths of time, floats and bytes read the same whatever the server's settings and the
            // role's are. All in one message.
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
     * Makes all transactions of this session from now on read {@code shared}, if there is one, and tells the statement of
     * {@code extract}, if it asks, as of when: of that, or of the transaction's own begin.
     */
    void join(Optional<Snapshot> shared, SqlExtract extract) {
        snapshot = shared;
        reading = Optional.of(extract);
        try {
            joinSnapshot();
        } catch (SQLException e) {
            throw SqlProblems.running("the snapshot of " + extract.name(), extract.source(), e);
        }
    }

    /** Begins the transaction of an extract anew, of the same state of the database if it shares one. */
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

    /** Must be the first that a transaction does. */
    private void join(Snapshot shared, String source) throws SQLException {
        if (!SNAPSHOT_ID.matcher(shared.id()).matches()) {
            throw Snapshots.lost(source);
        }
        try (Statement statement = connection().createStatement()) {
            statement.execute("SET TRANSACTION SNAPSHOT '" + shared.id() + "'");
        } catch (SQLException e) {
            if (SqlProblems.code(e).kind() == ProblemKind.OUTAGE) {
                throw e;
            }
            // Whoever held it is gone, and with it the server's name for it.
            throw Snapshots.lost(source);
        }
    }

    Connection connection() {
        return lent.connection();
    }

    BaseConnection postgres() throws SQLException {
        return connection().unwrap(BaseConnection.class);
    }

    /** From now on a cancel no longer reaches the server: what follows must not be left half-known. */
    void uncancellable() {
        registration.close();
    }

    /**
     * Brings all that the server has logged so far to its disk. A server that crashes forgets what it had not brought there, and gives
     * the ids of those transactions to others. Before PostgreSQL 17 only a commit does that, so it takes another connection.
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
            // A rollback is quick, and a server that fell silent in a statement does not answer it either.
            lent.connector().awaitLittle(connection());
            connection().rollback();
            rolledBack = true;
        } catch (SQLException e) {
            LOG.debug("a session ended by itself: SQLSTATE {}", e.getSQLState());
        } finally {
            // A cancel may still cut off a rollback that hangs.
            registration.close();
            lent.end(rolledBack && !stopped);
        }
    }
}
