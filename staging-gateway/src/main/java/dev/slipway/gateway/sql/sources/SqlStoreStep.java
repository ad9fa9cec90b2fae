package dev.slipway.gateway.sql.sources;

import dev.slipway.effect.KillPoint;
import dev.slipway.gateway.step.Cancellation;
import dev.slipway.gateway.step.OutwardStepHandler;
import dev.slipway.problem.Problem;
import dev.slipway.request.SqlStore;
import dev.slipway.staging.StepContext;
import dev.slipway.staging.StepReport;
import java.util.List;
import java.util.Optional;

/** Stores the rows of a CSV file at any source. */
public record SqlStoreStep(Databases databases) implements OutwardStepHandler<SqlStore> {

    @Override
    public Class<SqlStore> type() {
        return SqlStore.class;
    }

    @Override
    public List<KillPoint> killPoints() {
        return databases
                .stores()
                .flatMap(effect -> effect.killPoints().stream())
                .toList();
    }

    @Override
    public StepReport move(SqlStore step, StepContext context, Cancellation cancellation) throws InterruptedException {
        return databases.require(step.source()).store(step, context, cancellation);
    }

    @Override
    public Optional<StepReport> settle(SqlStore step, StepContext context, Cancellation cancellation)
            throws InterruptedException {
        return databases.require(step.source()).settle(step, context, cancellation);
    }

    @Override
    public Optional<Problem> refusal(SqlStore step) {
        return databases.refusal(step, step.source(), source -> source.requireStoring(step.statement()));
    }
}
