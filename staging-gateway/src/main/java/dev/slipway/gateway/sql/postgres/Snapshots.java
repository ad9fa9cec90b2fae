package dev.slipway.gateway.sql.postgres;

import dev.slipway.gateway.step.StepProblem;
import dev.slipway.job.JobToken;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.staging.Snapshot;
import dev.slipway.staging.SnapshotLedger;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.concurrent.Executor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Holds the snapshots of jobs at sources. For each, one connection stays in a transaction that does nothing else. A
 * lost snapshot stays lost until the job releases all its snapshots, so that no extract of a job reads another state
 * than the extracts before.
 */
final class Snapshots {
    private static final Logger LOG = LoggerFactory.getLogger(Snapshots.class);
    private static final int ALIVE_SECONDS = 5;
    /** The application name by which the database's list of connections shows a holder of a snapshot. */
    static final String APPLICATION = "slipway snapshot";

    private final Map<Key, Held> held = new HashMap<>();

    private record Key(JobToken token, String source) {}

    /** Logs in. */
    interface Login {
        Connection connect() throws SQLException;
    }

    /**
     * Returns the snapshot that the extracts of this job read at {@code source}. Takes a new one if the job has had
     * none.
     *
     * @throws ProblemException SNAPSHOT_LOST
     */
    Snapshot of(JobToken token, String source, SnapshotLedger ledger, Login login) throws SQLException {
        Held mine;
        synchronized (held) {
            mine = held.computeIfAbsent(new Key(token, source), key -> new Held(source));
        }
        return mine.snapshot(ledger, login);
    }

    /** Releases all snapshots of the job. {@code closing} closes the connections. */
    void release(JobToken token, Executor closing) {
        synchronized (held) {
            for (Iterator<Map.Entry<Key, Held>> all = held.entrySet().iterator(); all.hasNext(); ) {
                Map.Entry<Key, Held> one = all.next();
                if (one.getKey().token().equals(token)) {
                    Held gone = one.getValue();
                    closing.execute(gone::end);
                    all.remove();
                }
            }
        }
    }

    void close() {
        synchronized (held) {
            held.values().forEach(Held::end);
            held.clear();
        }
    }

    /** Returns the problem of a job with extracts that cannot read one state any more. */
    static ProblemException lost(String source) {
        return StepProblem.of(
                ProblemCode.SNAPSHOT_LOST,
                "the snapshot of source " + source + " is lost before all extracts were done",
                "it lives only as long as the service and its connection; stage-in begins anew, on a new one");
    }

    /** The snapshot of one job at one source. */
    private static final class Held {
        private final String source;
        private Connection connection;
        private Snapshot snapshot;
        private boolean over;

        Held(String source) {
            this.source = source;
        }

        synchronized Snapshot snapshot(SnapshotLedger ledger, Login login) throws SQLException {
            if (over || snapshot == null && ledger.taken().isPresent() || snapshot != null && !alive()) {
                over = true;
                throw lost(source);
            }
            if (snapshot == null) {
                take(ledger, login);
            }
            return snapshot;
        }

        private boolean alive() {
            try {
                return connection.isValid(ALIVE_SECONDS);
            } catch (SQLException e) {
                LOG.debug("the snapshot of source {} is gone: SQLSTATE {}", source, e.getSQLState());
                return false;
            }
        }

        private void take(SnapshotLedger ledger, Login login) throws SQLException {
            Connection holder = login.connect();
            try {
                Snapshot taken = export(holder);
                ledger.take(taken);
                connection = holder;
                snapshot = taken;
            } finally {
                if (snapshot == null) {
                    end(holder);
                }
            }
        }

        private static Snapshot export(Connection holder) throws SQLException {
            try (Statement statement = holder.createStatement()) {
                holder.setAutoCommit(true);
                statement.execute("SET application_name = '" + APPLICATION + "'");
                statement.execute("SET TIME ZONE 'UTC'");
                // The transaction stays idle for as long as extracts take.
                statement.execute("SET idle_in_transaction_session_timeout = 0");
                statement.execute("SET default_transaction_isolation = 'repeatable read'");
                statement.execute("SET default_transaction_read_only = on");
                holder.setAutoCommit(false);
                try (ResultSet answer =
                        statement.executeQuery("SELECT pg_export_snapshot(), transaction_timestamp()::text")) {
                    answer.next();
                    return new Snapshot(answer.getString(1), answer.getString(2));
                }
            }
        }

        synchronized void end() {
            over = true;
            if (connection != null) {
                end(connection);
            }
        }

        private static void end(Connection holder) {
            try {
                holder.close();
            } catch (SQLException e) {
                LOG.debug("a connection ended by itself: SQLSTATE {}", e.getSQLState());
            }
        }
    }
}
