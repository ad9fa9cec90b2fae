package dev.slipway.gateway.sql.driver;

import dev.slipway.gateway.sql.DatabaseSource;
import dev.slipway.gateway.sql.Source;
import dev.slipway.gateway.sql.SourceLogins;
import dev.slipway.gateway.step.Cancellation;
import dev.slipway.problem.Problem;
import dev.slipway.request.SqlExtract;
import dev.slipway.request.SqlStore;
import dev.slipway.request.StagingStep;
import dev.slipway.staging.RowSample;
import dev.slipway.staging.StepContext;
import dev.slipway.staging.StepLook;
import dev.slipway.staging.StepReport;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;

/** A database of any make that the operator lets documents name, reached by a driver that the operator brought. */
final class SourceByDriver implements Source {
    private final DriverWay way;
    private final SourceLogins<DriverDatabase> logins;

    SourceByDriver(DatabaseSource source, DriverWay way) {
        this.way = way;
        logins = new SourceLogins<>(
                source, login -> new DriverDatabase(login, login.driver().orElseThrow(), way.limits()));
    }

    @Override
    public SourceLogins<?> logins() {
        return logins;
    }

    private String name() {
        return logins.source().name();
    }

    @Override
    public StepReport extract(SqlExtract step, StepContext context, Cancellation cancellation)
            throws InterruptedException {
        return way.extracts().move(step, context, logins, cancellation);
    }

    @Override
    public StepReport store(SqlStore step, StepContext context, Cancellation cancellation) throws InterruptedException {
        return way.stores().move(step, context, logins, cancellation);
    }

    @Override
    public Optional<StepReport> settle(SqlStore step, StepContext context, Cancellation cancellation)
            throws InterruptedException {
        return way.stores().settle(step, context, logins, cancellation);
    }

    @Override
    public void requireReading(String statement) {
        DriverStatementKind.reading(statement, name());
    }

    @Override
    public void requireStoring(String statement) {
        DriverStatementKind.storing(statement, name());
    }

    @Override
    public Optional<Problem> unshareable() {
        return Optional.of(DriverDatabase.unshareable(name()));
    }

    @Override
    public void look(
            List<StagingStep> steps, String owner, Cancellation cancellation, BiConsumer<StagingStep, StepLook> told)
            throws InterruptedException {
        new DriverLook(logins.of(owner)).look(steps, cancellation, told);
    }

    @Override
    public RowSample sample(String statement, int rows, String owner, Cancellation cancellation)
            throws InterruptedException {
        return new DriverSample(logins.of(owner)).sample(statement, rows, cancellation);
    }
}
