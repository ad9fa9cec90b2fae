package dev.slipway.gateway.sql;

import dev.slipway.gateway.step.Cancellation;
import dev.slipway.gateway.step.Named;
import dev.slipway.job.JobToken;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.request.SqlExtract;
import dev.slipway.staging.Snapshot;
import dev.slipway.staging.StepContext;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.Predicate;

/** The operator's sources, by name. */
public final class Databases implements AutoCloseable {
    private final Named<Source> byName;
    private final Snapshots snapshots = new Snapshots();

    /** Connects nowhere yet. */
    public Databases(List<DatabaseSource> sources, SqlLimits limits) {
        byName = new Named<>(
                "source", sources.stream().map(source -> source(source, limits)).toList(), Source::name);
    }

    private static Source source(DatabaseSource source, SqlLimits limits) {
        return source.driver().isEmpty()
                ? new Database(source, limits)
                : new DriverDatabase(source, source.driver().get(), limits);
    }

    /** Whether the source is reached by a driver that the operator brought; false for one that is unknown. */
    public boolean byDriver(String source) {
        return byName.find(source).filter(DriverDatabase.class::isInstance).isPresent();
    }

    /** Why extracts of the source can share no snapshot; empty if they can. */
    public Optional<Problem> unshareable(String source) {
        return byDriver(source)
                ? Optional.of(new Problem(
                        ProblemCode.STATEMENT_REFUSED,
                        "source " + source + " has no snapshots that several extracts could share",
                        "Only PostgreSQL has them: leave out its sw:Snapshot."))
                : Optional.empty();
    }

    /** One that is {@link #byDriver}. */
    DriverDatabase driverDatabase(String source) {
        return (DriverDatabase) byName.require(source);
    }

    private Database postgres(String source) {
        return (Database) byName.require(source);
    }

    Session read(String source, Cancellation cancellation) throws InterruptedException {
        return postgres(source).open(Session.Access.READ, cancellation);
    }

    /** A session for an extract, which reads {@code snapshot} if it shares one. */
    Session read(SqlExtract step, Optional<Snapshot> snapshot, Cancellation cancellation) throws InterruptedException {
        Session session = read(step.source(), cancellation);
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
     * The snapshot that the extract shares. Asked for before anything that an earlier try did is believed.
     *
     * @throws dev.slipway.problem.ProblemException SNAPSHOT_LOST
     */
    Optional<Snapshot> snapshot(SqlExtract step, StepContext context, Cancellation cancellation)
            throws InterruptedException {
        if (context.ledger().snapshot().isEmpty()) {
            return Optional.empty();
        }
        String source = step.source();
        Database database = postgres(source);
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

    /** Lets go of the snapshots that the job holds. */
    public void release(JobToken token, Executor closing) {
        snapshots.release(token, closing);
    }

    Session write(String source, Cancellation cancellation) throws InterruptedException {
        return postgres(source).open(Session.Access.WRITE, cancellation);
    }

    Session look(String source, Cancellation cancellation) throws InterruptedException {
        return postgres(source).open(Session.Access.LOOK, cancellation);
    }

    /** The problem of a source that the operator has not named, with those names that are {@code tellable}; empty for one that is known. */
    public Optional<Problem> unknown(String source, Predicate<String> tellable) {
        return byName.unknown(source, tellable);
    }

    /** Whether the source lets us in now; else what a step there would meet. */
    public Optional<Problem> probe(String source) throws InterruptedException {
        return byName.require(source).probe();
    }

    @Override
    public void close() {
        snapshots.close();
        byName.all().forEach(Source::close);
    }
}
