package dev.slipway.gateway.sql.driver;

import dev.slipway.effect.Effect;
import dev.slipway.effect.KillPoint;
import dev.slipway.gateway.files.FileProblems;
import dev.slipway.gateway.sql.Access;
import dev.slipway.gateway.sql.SourceLogins;
import dev.slipway.gateway.sql.SqlLimits;
import dev.slipway.gateway.sql.StoreBatch;
import dev.slipway.gateway.sql.StoreFeed;
import dev.slipway.gateway.step.Cancellation;
import dev.slipway.gateway.step.StepProblem;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.request.SqlStore;
import dev.slipway.staging.StepContext;
import dev.slipway.staging.StepReport;
import java.io.IOException;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Stores rows of a CSV file by a prepared statement in one transaction, at a database with an operator's driver. Stores
 * exactly once over crashes: the transaction begins with a row of {@link DriverMarkers}, which a second try finds.
 */
final class DriverStoreStep implements Effect {
    private static final KillPoint HALF = new KillPoint("store by driver", "half of the rows sent");
    private static final KillPoint SENT = new KillPoint("store by driver", "all rows sent, commit not meant yet");
    private static final KillPoint INTENDED = new KillPoint("store by driver", "commit meant, not given");
    private static final KillPoint COMMITTED = new KillPoint("store by driver", "committed");

    private final int batchRows;

    DriverStoreStep(SqlLimits limits) {
        this.batchRows = limits.batchRows();
    }

    @Override
    public List<KillPoint> killPoints() {
        return List.of(HALF, SENT, INTENDED, COMMITTED);
    }

    /** The work in the transaction of a store. */
    private interface Work {
        Optional<StepReport> in(DriverSession session) throws SQLException, IOException, InterruptedException;
    }

    private Optional<StepReport> inTransaction(
            SqlStore step, DriverDatabase database, Cancellation cancellation, Work work) throws InterruptedException {
        try (DriverSession session = database.open(Access.WRITE, cancellation)) {
            return DriverFailureException.told(() -> work.in(session));
        } catch (SQLException e) {
            cancellation.check();
            throw database.problems().storing("the statement of " + step.name(), step.source(), e);
        } catch (IOException e) {
            throw FileProblems.reading(step.file(), e);
        }
    }

    StepReport move(SqlStore step, StepContext context, SourceLogins<DriverDatabase> logins, Cancellation cancellation)
            throws InterruptedException {
        return inTransaction(step, logins.of(context.owner()), cancellation, session -> {
                    StoreFeed feed = new StoreFeed(step, context, batchRows, HALF);
                    DriverStatement statement = DriverStatement.store(session, step.statement());
                    if (DriverMarkers.claim(session, context.token().value(), step.name())) {
                        return Optional.of(feed.recount(statement.types().size(), intended(context)));
                    }
                    StepReport report = store(feed, session, statement);
                    commit(context, session, report.rows());
                    return Optional.of(report);
                })
                .orElseThrow();
    }

    /**
     * Finds out whether an interrupted store was committed. The row of an interrupted transaction stays locked until
     * the server has rolled back, so the claim waits for the rollback.
     */
    Optional<StepReport> settle(
            SqlStore step, StepContext context, SourceLogins<DriverDatabase> logins, Cancellation cancellation)
            throws InterruptedException {
        if (context.ledger().intended().isEmpty()) {
            return Optional.empty();
        }
        return inTransaction(step, logins.of(context.owner()), cancellation, session -> {
            // The statement is described before the claim, because some databases answer nothing more in a transaction
            // after a duplicate claim.
            DriverStatement statement = DriverStatement.store(session, step.statement());
            if (!DriverMarkers.claim(session, context.token().value(), step.name())) {
                return Optional.empty();
            }
            return Optional.of(new StoreFeed(step, context, batchRows, HALF)
                    .recount(statement.types().size(), intended(context)));
        });
    }

    private static StepReport store(StoreFeed feed, DriverSession session, DriverStatement statement)
            throws SQLException, IOException, InterruptedException {
        try (PreparedStatement prepared = session.statement(statement.sql())) {
            return feed.send(
                    statement.types().size(),
                    columns -> new StoreBatch(
                            statement.storing(prepared),
                            columns.by(session.binder(statement.types())),
                            feed.step(),
                            session.cancellation(),
                            session.problems()));
        } catch (ProblemException e) {
            throw session.leavesRows() ? halfStored(feed.step(), e.problem()) : e;
        }
    }

    private static ProblemException halfStored(SqlStore step, Problem met) {
        return StepProblem.of(
                ProblemCode.DATABASE_NOT_SET_UP,
                "rows of " + step.file() + " stay in source " + step.source() + ", for a table that the statement of "
                        + step.name() + " changes has no transactions",
                "Remove those rows, and give the table a storage engine with transactions (ENGINE=InnoDB),"
                        + " before the file is stored"
                        + " again. The store failed as " + met.message() + ": " + met.detail());
    }

    private static OptionalLong intended(StepContext context) {
        return context.ledger().intended().map(DriverMarkers::rowsIn).orElse(OptionalLong.empty());
    }

    private static void commit(StepContext context, DriverSession session, long rows) throws SQLException {
        session.uncancellable();
        context.witness().passes(SENT);
        context.ledger().intend(DriverMarkers.intent(rows));
        context.witness().passes(INTENDED);
        session.connection().commit();
        context.witness().passes(COMMITTED);
    }
}
