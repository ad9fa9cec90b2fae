package dev.slipway.gateway.sql;

import dev.slipway.gateway.step.Cancellation;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Semaphore;

/** One source: so many connections at once for reading and as many for storing. */
final class Database {
    private final DatabaseSource source;
    private final SqlLimits limits;
    private final Connector connector;
    /** A step waits for its turn without a time limit and can be cancelled. */
    private final Map<Session.Access, Semaphore> turns = new EnumMap<>(Session.Access.class);

    Database(DatabaseSource source, SqlLimits limits) {
        this.source = source;
        this.limits = limits;
        this.connector = new Connector(source, limits);
        for (Session.Access access : Session.Access.values()) {
            turns.put(access, new Semaphore(limits.connections(), true));
        }
    }

    String name() {
        return source.name();
    }

    Session open(Session.Access access, Cancellation cancellation) throws InterruptedException {
        try {
            Lease lease = cancellation.interruptibly(() -> lease(access), attempt -> {});
            return Session.begin(lease, access, limits, cancellation);
        } catch (SQLException e) {
            cancellation.check();
            throw SqlProblems.connecting(source.name(), e);
        }
    }

    private Lease lease(Session.Access access) throws SQLException, InterruptedException {
        Semaphore turn = turns.get(access);
        turn.acquire();
        boolean lent = false;
        try {
            Lease lease = new Lease(connector, connector.connect(), turn);
            lent = true;
            return lease;
        } finally {
            if (!lent) {
                turn.release();
            }
        }
    }

    /** Whether it lets us in and answers a query; takes nobody's turn. */
    Optional<Problem> probe() throws InterruptedException {
        try (Connection connection = connector.connect();
                Statement statement = connection.createStatement()) {
            statement.execute("SELECT 1");
            return Optional.empty();
        } catch (SQLException e) {
            if (Thread.interrupted()) {
                throw new InterruptedException("the probe of source " + source.name() + " was interrupted");
            }
            return Optional.of(SqlProblems.connecting(source.name(), e).problem());
        } catch (ProblemException e) {
            return Optional.of(e.problem());
        }
    }
}
