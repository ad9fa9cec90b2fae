package dev.slipway.gateway.sql.driver;

import dev.slipway.gateway.sql.Access;
import dev.slipway.gateway.sql.BroughtDriver;
import dev.slipway.gateway.sql.DatabaseSource;
import dev.slipway.gateway.sql.FetchPace;
import dev.slipway.gateway.sql.SourceLogin;
import dev.slipway.gateway.sql.SqlLimits;
import dev.slipway.gateway.sql.driver.value.DriverMake;
import dev.slipway.gateway.step.Cancellation;
import dev.slipway.gateway.step.StepProblem;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A source of any make, reached by a driver that the operator brought. Each step opens its own connection, and no other
 * step reuses the connection. Databases share no way to make a connection forget the effects of a user's statement.
 */
public final class DriverDatabase implements SourceLogin {
    private static final Logger LOG = LoggerFactory.getLogger(DriverDatabase.class);

    private static final String MARIADB = "jdbc:mariadb:";

    /** The most logins that a server has neither answered nor refused. */
    private static final int MOST_HANGING = 8;

    private final AtomicInteger hanging = new AtomicInteger();
    private final DatabaseSource source;
    private final BroughtDriver brought;
    private final SqlLimits limits;
    private final DriverProblems problems;
    private final DriverMake make;
    private final Map<Access, Semaphore> turns = new EnumMap<>(Access.class);
    private DriverJars.Loaded loaded;
    private volatile boolean markersKnown;

    public DriverDatabase(DatabaseSource source, BroughtDriver brought, SqlLimits limits) {
        this.source = source;
        this.brought = brought;
        this.limits = limits;
        this.problems = new DriverProblems(source.name(), source.jdbcUrl());
        this.make = DriverMake.of(source.jdbcUrl());
        for (Access access : Access.values()) {
            turns.put(access, new Semaphore(limits.connections(), true));
        }
    }

    /** Returns the problem of extracts that shall share a snapshot of a source with an operator's driver. */
    static Problem unshareable(String source) {
        return new Problem(
                ProblemCode.STATEMENT_REFUSED,
                "source " + source + " has no snapshots that several extracts could share",
                "Only PostgreSQL has them: leave out its sw:Snapshot.");
    }

    @Override
    public String name() {
        return source.name();
    }

    DriverMake make() {
        return make;
    }

    /** Returns whether the server prepares the statements of reading sessions by default. */
    boolean preparesAtServer() {
        return source.jdbcUrl().startsWith(MARIADB);
    }

    DriverProblems problems() {
        return problems;
    }

    SqlLimits limits() {
        return limits;
    }

    boolean hasReadOnlyUser() {
        return brought.readOnlyUser();
    }

    /**
     * Returns the fetch size that keeps the driver from holding a whole result in memory. MySQL's own driver streams by
     * a number of its own. MariaDB's driver takes rows off the line on request, so that one row at a time costs
     * nothing.
     */
    int fetchSize(FetchPace pace) {
        if (source.jdbcUrl().startsWith("jdbc:mysql:")) {
            return Integer.MIN_VALUE;
        }
        return source.jdbcUrl().startsWith(MARIADB) ? 1 : pace.rows();
    }

    /** Waits for a turn and logs in. */
    DriverSession open(Access access, Cancellation cancellation) throws InterruptedException {
        return open(access, access == Access.WRITE, cancellation);
    }

    /**
     * @param stores whether the session is for statements that store, even if only to describe them: some servers
     *     describe no such statement in a read-only transaction
     */
    DriverSession open(Access access, boolean stores, Cancellation cancellation) throws InterruptedException {
        AtomicReference<DriverSession> begun = new AtomicReference<>();
        DriverSession session =
                cancellation.interruptibly(() -> begin(access, stores, cancellation, begun), attempt -> {
                    if (begun.get() != null) {
                        begun.get().stop(attempt);
                    }
                });
        try {
            session.listen();
            return session;
        } catch (InterruptedException e) {
            session.close();
            throw e;
        }
    }

    private DriverSession begin(
            Access access, boolean stores, Cancellation cancellation, AtomicReference<DriverSession> begun)
            throws InterruptedException {
        Semaphore turn = turns.get(access);
        turn.acquire();
        DriverSession session = null;
        boolean ready = false;
        try {
            session = new DriverSession(this, connect(stores), turn, cancellation);
            begun.set(session);
            prepare(session, access, stores);
            ready = true;
            return session;
        } catch (SQLException e) {
            cancellation.check();
            throw session == null ? problems.connecting(e, told(e)) : problems.preparing(e);
        } finally {
            if (session == null) {
                turn.release();
            } else if (!ready) {
                session.close();
            }
        }
    }

    private void prepare(DriverSession session, Access access, boolean stores)
            throws SQLException, InterruptedException {
        DriverFailureException.told(() -> {
            session.prepare(access, stores);
            if (access == Access.WRITE && !markersKnown) {
                DriverMarkers.require(session);
                markersKnown = true;
            }
            return session;
        });
    }

    /**
     * Opens a connection. Gives up after the time limit, whatever the driver does; a connection that comes later is
     * closed.
     */
    private Connection connect(boolean stores) throws SQLException, InterruptedException {
        if (hanging.get() >= MOST_HANGING) {
            throw unreached(MOST_HANGING + " logins before this one have not been answered yet");
        }
        CompletableFuture<Connection> login = new CompletableFuture<>();
        Thread thread = new Thread(() -> logIn(login, stores), "login to source " + source.name());
        thread.setDaemon(true);
        thread.start();
        try {
            return login.get(limits.connectTimeout().toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof SQLException failure) {
                throw failure;
            }
            if (e.getCause() instanceof ProblemException problem) {
                throw problem;
            }
            throw StepProblem.of(
                    ProblemCode.DATABASE_NOT_SET_UP,
                    "the driver of source " + source.name() + " fails",
                    told(e.getCause()));
        } catch (TimeoutException e) {
            leave(login);
            throw unreached(
                    "it lets nobody in within " + limits.connectTimeout().toSeconds() + " s");
        } catch (InterruptedException e) {
            leave(login);
            throw e;
        }
    }

    /**
     * Returns the words of a failed login without the password. Some drivers report the whole address with the
     * password.
     */
    private String told(Throwable e) {
        String password = source.password();
        String words = DriverFailureException.words(e);
        return password.isEmpty() ? words : words.replace(password, "...");
    }

    private ProblemException unreached(String detail) {
        return StepProblem.of(
                ProblemCode.DATABASE_UNREACHABLE, "source " + source.name() + " cannot be reached", detail);
    }

    /** Counts a hanging login until its thread returns from the driver, then closes the late connection. */
    private void leave(CompletableFuture<Connection> login) {
        hanging.incrementAndGet();
        login.whenComplete((connection, failure) -> {
            hanging.decrementAndGet();
            if (connection != null) {
                close(connection);
            }
        });
    }

    private void logIn(CompletableFuture<Connection> login, boolean stores) {
        try {
            Properties properties = new Properties();
            properties.setProperty("user", source.user());
            properties.setProperty("password", source.password());
            if (preparesAtServer() && !stores) {
                properties.setProperty("useServerPrepStmts", "true");
            }
            Connection connection = driver().connect(source.jdbcUrl(), properties);
            if (connection == null) {
                throw StepProblem.of(
                        ProblemCode.DATABASE_NOT_SET_UP,
                        "the driver of source " + source.name() + " does not take its address",
                        "Name another driver, or none, to have it found by the address.");
            }
            login.complete(connection);
        } catch (SQLException | RuntimeException | LinkageError e) {
            login.completeExceptionally(e);
        }
    }

    private synchronized java.sql.Driver driver() {
        if (loaded == null) {
            loaded = new DriverJars(brought).load(source.name(), source.jdbcUrl());
        }
        return loaded.driver();
    }

    private static void close(Connection connection) {
        try {
            if (connection != null) {
                connection.close();
            }
        } catch (SQLException | RuntimeException e) {
            LOG.debug("a connection ended by itself: {}", e.toString());
        }
    }

    @Override
    public Optional<Problem> probe() throws InterruptedException {
        Connection connection = null;
        try {
            connection = connect(false);
            return isAnswering(connection)
                    ? Optional.empty()
                    : Optional.of(Problem.of(
                            ProblemCode.DATABASE_UNREACHABLE, "source " + source.name() + " cannot be reached"));
        } catch (SQLException e) {
            return Optional.of(problems.connecting(e, told(e)).problem());
        } catch (ProblemException e) {
            return Optional.of(e.problem());
        } finally {
            close(connection);
        }
    }

    private boolean isAnswering(Connection connection) throws SQLException, InterruptedException {
        int patience = (int) Math.max(1, limits.connectTimeout().toSeconds());
        return DriverFailureException.told(() -> connection.isValid(patience));
    }

    @Override
    public synchronized void close() {
        if (loaded != null) {
            DriverJars.close(loaded.classes());
            loaded = null;
        }
    }
}
