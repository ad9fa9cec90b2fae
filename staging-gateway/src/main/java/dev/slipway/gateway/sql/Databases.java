package dev.slipway.gateway.sql;

import dev.slipway.gateway.step.Cancellation;
import dev.slipway.gateway.step.NamedPlaces;
import dev.slipway.job.JobToken;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.request.SqlExtract;
import dev.slipway.request.SqlStore;
import dev.slipway.request.StagingStep;
import dev.slipway.staging.Snapshot;
import dev.slipway.staging.StepContext;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.Predicate;

/** The operator's sources, by name. */
public final class Databases implements AutoCloseable {
    private final NamedPlaces<SourceLogins> byName;
    private final Snapshots snapshots = new Snapshots();

    /** Connects nowhere yet. */
    public Databases(List<DatabaseSource> sources, SqlLimits limits) {
        byName = new NamedPlaces<>(
                "source",
                sources.stream().map(source -> new SourceLogins(source, limits)).toList(),
                source -> source.shared().name());
    }

    /** Returns whether the source is reached by a driver that the operator brought; false for an unknown source. */
    public boolean byDriver(String source) {
        return byName.find(source)
                .map(SourceLogins::shared)
                .filter(DriverDatabase.class::isInstance)
                .isPresent();
    }

    /** Returns why extracts of the source can share no snapshot; empty if they can. */
    public Optional<Problem> unshareable(String source) {
        return byDriver(source)
                ? Optional.of(new Problem(
                        ProblemCode.STATEMENT_REFUSED,
                        "source " + source + " has no snapshots that several extracts could share",
                        "Only PostgreSQL has them: leave out its sw:Snapshot."))
                : Optional.empty();
    }

    /**
     * Returns why no step of {@code owner} can ever log in to the source; empty if a step can log in, or if the source
     * is unknown.
     */
    public Optional<Problem> obstacle(String source, String owner) {
        return byName.find(source).flatMap(logins -> logins.obstacle(owner));
    }

    /** Returns why the statement of {@code step} can never run at a source; empty if its text alone does not tell. */
    public Optional<Problem> refusal(StagingStep step) {
        try {
            if (step instanceof SqlExtract extract) {
                requireReading(extract);
            } else if (step instanceof SqlStore store) {
                requireStoring(store);
            }
            return Optional.empty();
        } catch (ProblemException e) {
            Problem told = e.problem();
            return Optional.of(new Problem(told.code(), step.name() + ": " + told.message(), told.detail()));
        }
    }

    private void requireReading(SqlExtract step) {
        if (byDriver(step.source())) {
            StatementKind.readingByDriver(step.statement(), step.source());
        } else {
            StatementKind.requireReading(UserStatement.whole(step.statement()), step.source());
        }
    }

    private void requireStoring(SqlStore step) {
        if (byDriver(step.source())) {
            StatementKind.storingByDriver(step.statement(), step.source());
        } else {
            StatementKind.requireStoring(UserStatement.whole(step.statement()), step.source());
        }
    }

    /** Returns a source that is {@link #byDriver}, by the login for steps of {@code owner}. */
    DriverDatabase driverDatabase(String source, String owner) {
        return (DriverDatabase) byName.require(source).of(owner);
    }

    private Database postgres(String source, String owner) {
        return (Database) byName.require(source).of(owner);
    }

    /** Opens a session for an extract of {@code owner}, which reads {@code snapshot} if present. */
    Session read(SqlExtract step, String owner, Optional<Snapshot> snapshot, Cancellation cancellation)
            throws InterruptedException {
        Session session = postgres(step.source(), owner).open(Session.Access.READ, cancellation);
        boolean begun = false;
        try {
            session.join(snapshot, step);
            begun = true;
            return session;
        } finally {
            if (!begun) {
                session.close();
            }
        }
    }

    /**
     * Returns the snapshot that the extract shares. Must be called before the step relies on the work of an earlier
     * try.
     *
     * @throws dev.slipway.problem.ProblemException SNAPSHOT_LOST
     */
    Optional<Snapshot> snapshot(SqlExtract step, StepContext context, Cancellation cancellation)
            throws InterruptedException {
        if (context.ledger().snapshot().isEmpty()) {
            return Optional.empty();
        }
        String source = step.source();
        Database database = postgres(source, context.owner());
        try {
            return Optional.of(cancellation.interruptibly(
                    () -> snapshots.of(
                            context.token(), source, context.ledger().snapshot().get(), database::connect),
                    attempt -> {}));
        } catch (SQLException e) {
            cancellation.check();
            throw SqlProblems.connecting(source, e);
        }
    }

    /** Releases the snapshots that the job holds. */
    public void release(JobToken token, Executor closing) {
        snapshots.release(token, closing);
    }

    Session write(String source, String owner, Cancellation cancellation) throws InterruptedException {
        return postgres(source, owner).open(Session.Access.WRITE, cancellation);
    }

    Session look(String source, String owner, Cancellation cancellation) throws InterruptedException {
        return postgres(source, owner).open(Session.Access.LOOK, cancellation);
    }

    /**
     * Returns the problem of a source that the operator has not named, with those names that are {@code tellable};
     * empty for a known source.
     */
    public Optional<Problem> unknown(String source, Predicate<String> tellable) {
        return byName.unknown(source, tellable);
    }

    /** Returns the problem that a step would meet at the source now; empty if the login succeeds. */
    public Optional<Problem> probe(String source) throws InterruptedException {
        return byName.require(source).shared().probe();
    }

    @Override
    public void close() {
        snapshots.close();
        byName.all().forEach(SourceLogins::close);
    }
}
