package dev.slipway.gateway.sql.driver;

import dev.slipway.effect.Effect;
import dev.slipway.effect.KillPoint;
import dev.slipway.gateway.files.Landing;
import dev.slipway.gateway.files.StagedFiles;
import dev.slipway.gateway.sql.Access;
import dev.slipway.gateway.sql.Extraction;
import dev.slipway.gateway.sql.SourceLogins;
import dev.slipway.gateway.sql.SqlLimits;
import dev.slipway.gateway.sql.StatementParameters;
import dev.slipway.gateway.step.Cancellation;
import dev.slipway.problem.ProblemException;
import dev.slipway.request.SqlExtract;
import dev.slipway.request.SqlExtract.ParameterRows;
import dev.slipway.staging.StepContext;
import dev.slipway.staging.StepReport;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/**
 * Writes the rows of a query into a CSV file, from a database with an operator's driver. Memory does not grow with the
 * result.
 */
final class DriverExtractStep implements Effect {
    private static final String EFFECT = "extract by driver";

    private final StagedFiles files;
    private final int fetchRows;

    DriverExtractStep(StagedFiles files, SqlLimits limits) {
        this.files = files;
        this.fetchRows = limits.fetchRows();
    }

    @Override
    public List<KillPoint> killPoints() {
        return Landing.killPoints(EFFECT);
    }

    StepReport move(
            SqlExtract step, StepContext context, SourceLogins<DriverDatabase> logins, Cancellation cancellation)
            throws InterruptedException {
        if (context.ledger().snapshot().isPresent()) {
            // The operator has changed the make of the source since the job was submitted.
            throw new ProblemException(DriverDatabase.unshareable(step.source()));
        }
        Extraction extraction = new Extraction(EFFECT, step, context, files, cancellation);
        Optional<StepReport> finished = extraction.finished();
        if (finished.isPresent() && isBoundByName(step)) {
            return finished.get().of(extraction.boundBefore(namedParameters(step)));
        }
        DriverDatabase database = logins.of(context.owner());
        try (DriverSession session = database.open(Access.READ, cancellation)) {
            return DriverFailureException.told(() -> {
                DriverStatement query = DriverStatement.query(session, step.statement());
                int parameters = query.types().size();
                if (finished.isPresent()) {
                    return finished.get().of(extraction.boundBefore(parameters));
                }
                StatementParameters.requireRows(step, parameters);
                return extraction.write(new DriverRows(step, query, context.runFolder(), session, fetchRows));
            });
        } catch (SQLException e) {
            cancellation.check();
            throw database.problems().running("the statement of " + step.name(), e);
        }
    }

    /** Returns whether the bound columns are known without the database. */
    private static boolean isBoundByName(SqlExtract step) {
        return step.parameters().isEmpty() || namedParameters(step) > 0;
    }

    private static int namedParameters(SqlExtract step) {
        return step.parameters().map(ParameterRows::columns).map(List::size).orElse(0);
    }
}
