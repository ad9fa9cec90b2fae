package dev.slipway.gateway.sql.sources;

import dev.slipway.effect.KillPoint;
import dev.slipway.gateway.step.Cancellation;
import dev.slipway.gateway.step.StepHandler;
import dev.slipway.problem.Problem;
import dev.slipway.request.SqlExtract;
import dev.slipway.staging.StepContext;
import dev.slipway.staging.StepReport;
import java.util.List;
import java.util.Optional;

/** Writes the rows of a query at any source into a CSV file. */
public record SqlExtractStep(Databases databases) implements StepHandler<SqlExtract> {

    @Override
    public Class<SqlExtract> type() {
        return SqlExtract.class;
    }

    @Override
    public List<KillPoint> killPoints() {
        return databases
                .extracts()
                .flatMap(effect -> effect.killPoints().stream())
                .toList();
    }

    @Override
    public StepReport move(SqlExtract step, StepContext context, Cancellation cancellation)
            throws InterruptedException {
        return databases.require(step.source()).extract(step, context, cancellation);
    }

    @Override
    public Optional<Problem> refusal(SqlExtract step) {
        return databases.refusal(step, step.source(), source -> source.requireReading(step.statement()));
    }
}
