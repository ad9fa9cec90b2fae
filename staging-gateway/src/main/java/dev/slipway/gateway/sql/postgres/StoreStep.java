package dev.slipway.gateway.sql.postgres;

import dev.slipway.effect.Effect;
import dev.slipway.effect.KillPoint;
import dev.slipway.gateway.sql.SqlLimits;
import dev.slipway.gateway.sql.StoreBatch;
import dev.slipway.gateway.sql.StoreFeed;
import dev.slipway.gateway.step.Cancellation;
import dev.slipway.gateway.step.StepProblem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.request.SqlStore;
import dev.slipway.staging.StepContext;
import dev.slipway.staging.StepReport;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Optional;

/**
 * Stores rows of a CSV file by a prepared statement, or by COPY into a table, in one transaction. Stores exactly once
 * over crashes: the ledger gets the transaction's id before the commit, and the next try asks the server for the
 * transaction's fate.
 */
final class StoreStep implements Effect {
    private static final KillPoint HALF = new KillPoint("store", "half of the rows sent");
    private static final KillPoint SENT = new KillPoint("store", "all rows sent, commit not meant yet");
    private static final KillPoint INTENDED = new KillPoint("store", "commit meant, not given");
    private static final KillPoint COMMITTED = new KillPoint("store", "committed");

    private final int batchRows;

    StoreStep(SqlLimits limits) {
        this.batchRows = limits.batchRows();
    }

    @Override
    public List<KillPoint> killPoints() {
        return List.of(HALF, SENT, INTENDED, COMMITTED);
    }

    StepReport move(SqlStore step, StepContext context, Sessions sessions, Cancellation cancellation)
            throws InterruptedException {
        try (Session session = sessions.write(context.owner(), cancellation)) {
            Optional<StoreIntent> before = storedBefore(step, context, session);
            if (before.isPresent()) {
                return recount(step, context, before.get());
            }
            UserStatement statement = UserStatement.store(session.postgres(), step.statement(), step.source());
            StepReport report = store(step, context, session, statement, cancellation);
            commit(step, context, session, report.rows());
            return report;
        } catch (SQLException e) {
            cancellation.check();
            throw PostgresProblems.storing("the statement of " + step.name(), step.source(), e);
        } catch (IOException e) {
            throw dev.slipway.gateway.files.FileProblems.reading(step.file(), e);
        }
    }

    /**
     * Finds out whether an interrupted store was committed. The server rolls back an interrupted transaction by itself.
     */
    Optional<StepReport> settle(SqlStore step, StepContext context, Sessions sessions, Cancellation cancellation)
            throws InterruptedException {
        try (Session session = sessions.write(context.owner(), cancellation)) {
            Optional<StoreIntent> before = storedBefore(step, context, session);
            return before.isPresent() ? Optional.of(recount(step, context, before.get())) : Optional.empty();
        } catch (SQLException e) {
            cancellation.check();
            throw PostgresProblems.storing("the statement of " + step.name(), step.source(), e);
        } catch (IOException e) {
            throw dev.slipway.gateway.files.FileProblems.reading(step.file(), e);
        }
    }

    /** Returns the intent of an earlier try that was committed. */
    private static Optional<StoreIntent> storedBefore(SqlStore step, StepContext context, Session session)
            throws SQLException {
        Optional<StoreIntent> intent = context.ledger().intended().flatMap(StoreIntent::parse);
        if (intent.isEmpty()) {
            return Optional.empty();
        }
        StoreIntent.Fate fate = intent.get().fate(session.connection());
        session.connection().rollback();
        return switch (fate) {
            case COMMITTED -> intent;
            case ABORTED -> Optional.empty();
            case IN_PROGRESS ->
                throw StepProblem.of(
                        ProblemCode.DATABASE_UNREACHABLE,
                        "source " + step.source() + " has not ended the transaction of an earlier try of "
                                + step.name(),
                        intent.get().key());
            case UNKNOWN ->
                throw StepProblem.of(
                        ProblemCode.STORE_UNDECIDED,
                        "source " + step.source() + " does not know whether an earlier try of " + step.name()
                                + " was committed",
                        intent.get().key());
        };
    }

    private StepReport recount(SqlStore step, StepContext context, StoreIntent before)
            throws IOException, SQLException {
        return feed(step, context).recount(UserStatement.parametersOfStore(step.statement()), before.rows());
    }

    private StoreFeed feed(SqlStore step, StepContext context) {
        return new StoreFeed(step, context, batchRows, HALF);
    }

    private StepReport store(
            SqlStore step, StepContext context, Session session, UserStatement statement, Cancellation cancellation)
            throws SQLException, IOException, InterruptedException {
        try (PreparedStatement prepared = session.connection().prepareStatement(statement.sql())) {
            return feed(step, context)
                    .send(
                            statement.parameters(),
                            columns -> new StoreBatch(
                                    statement.storing(prepared), columns, step, cancellation, PostgresProblems.FAULTS));
        }
    }

    private static void commit(SqlStore step, StepContext context, Session session, long rows) throws SQLException {
        Connection connection = session.connection();
        try (Statement settings = connection.createStatement()) {
            // Checks deferred constraints now, while the answer is still certain; otherwise the commit would check
            // them.
            settings.execute("SET CONSTRAINTS ALL IMMEDIATE");
            // Without durable commits, a crash of the server would lose rows that a job has reported as stored.
            settings.execute("SELECT set_config('synchronous_commit', 'on', true)"
                    + " WHERE current_setting('synchronous_commit') = 'off'");
        } catch (SQLException e) {
            throw deferred(step, e);
        }
        session.uncancellable();
        context.witness().passes(SENT);
        StoreIntent intent = StoreIntent.ofCurrent(connection, rows);
        session.makeLogDurable();
        context.ledger().intend(intent.key());
        context.witness().passes(INTENDED);
        connection.commit();
        context.witness().passes(COMMITTED);
    }

    private static ProblemException deferred(SqlStore step, SQLException e) {
        return PostgresProblems.rejectsRow(e)
                ? StepProblem.of(
                        ProblemCode.ROW_REJECTED,
                        "a row of " + step.file() + " breaks a deferred constraint of source " + step.source(),
                        PostgresProblems.words(e)
                                + "\nThe database checks it when all rows are there, and does not tell the line.")
                : PostgresProblems.storing("the statement of " + step.name(), step.source(), e);
    }
}
