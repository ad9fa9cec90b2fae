package dev.slipway.gateway.sql.postgres;

import dev.slipway.gateway.sql.DatabaseSource;
import dev.slipway.gateway.sql.Source;
import dev.slipway.gateway.sql.SourceLogins;
import dev.slipway.gateway.sql.StatementKind;
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

/** A PostgreSQL that the operator lets documents name. */
final class PostgresSource implements Source {
    private final PostgresWay way;
    private final Sessions sessions;

    PostgresSource(DatabaseSource source, PostgresWay way) {
        this.way = way;
        sessions =
                new Sessions(new SourceLogins<>(source, login -> new Database(login, way.limits())), way.snapshots());
    }

    @Override
    public SourceLogins<?> logins() {
        return sessions.logins();
    }

    @Override
    public StepReport extract(SqlExtract step, StepContext context, Cancellation cancellation)
            throws InterruptedException {
        return way.extracts().move(step, context, sessions, cancellation);
    }

    @Override
    public StepReport store(SqlStore step, StepContext context, Cancellation cancellation) throws InterruptedException {
        return way.stores().move(step, context, sessions, cancellation);
    }

    @Override
    public Optional<StepReport> settle(SqlStore step, StepContext context, Cancellation cancellation)
            throws InterruptedException {
        return way.stores().settle(step, context, sessions, cancellation);
    }

    @Override
    public void requireReading(String statement) {
        StatementKind.requireReading(StatementKind.whole(statement), sessions.source());
    }

    @Override
    public void requireStoring(String statement) {
        UserStatement.requireStoring(StatementKind.whole(statement), sessions.source());
    }

    @Override
    public Optional<Problem> unshareable() {
        return Optional.empty();
    }

    @Override
    public void look(
            List<StagingStep> steps, String owner, Cancellation cancellation, BiConsumer<StagingStep, StepLook> told)
            throws InterruptedException {
        PostgresLook.look(sessions, steps, owner, cancellation, told);
    }

    @Override
    public RowSample sample(String statement, int rows, String owner, Cancellation cancellation)
            throws InterruptedException {
        return way.samples().sample(sessions, statement, rows, owner, cancellation);
    }
}
