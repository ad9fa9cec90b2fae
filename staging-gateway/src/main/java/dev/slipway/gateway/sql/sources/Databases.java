package dev.slipway.gateway.sql.sources;

import dev.slipway.gateway.sql.DatabaseSource;
import dev.slipway.gateway.sql.SqlLimits;
import dev.slipway.gateway.sql.StatementKind;
import dev.slipway.gateway.sql.driver.DriverDatabase;
import dev.slipway.gateway.sql.driver.DriverStatementKind;
import dev.slipway.gateway.sql.postgres.Database;
import dev.slipway.gateway.sql.postgres.Sessions;
import dev.slipway.gateway.sql.postgres.UserStatement;
import dev.slipway.gateway.step.NamedPlaces;
import dev.slipway.job.JobToken;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemException;
import dev.slipway.request.SqlExtract;
import dev.slipway.request.SqlStore;
import dev.slipway.request.StagingStep;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.function.Predicate;

/** The operator's sources, by name. */
public final class Databases implements AutoCloseable {
    private final NamedPlaces<SourceLogins> byName;
    private final SqlLimits limits;
    /** Sources that a reload removed or changed; their connections serve the steps that move, and end by idleness. */
    private final List<SourceLogins> left = new CopyOnWriteArrayList<>();

    private final Sessions sessions = new Sessions(this::postgres);

    /** Connects nowhere yet. */
    public Databases(List<DatabaseSource> sources, SqlLimits limits) {
        this.limits = limits;
        byName = new NamedPlaces<>(
                "source",
                sources.stream().map(source -> new SourceLogins(source, limits)).toList(),
                source -> source.shared().name());
    }

    /**
     * Prepares the change to other sources, and returns the change, which cannot fail. An unchanged source keeps its
     * connections. A new source opens its first connection when a step needs one, so a change that is not made leaves
     * nothing open.
     */
    public Runnable taking(List<DatabaseSource> sources) {
        List<SourceLogins> next = sources.stream()
                .map(source -> byName.find(source.name())
                        .filter(logins -> logins.source().equals(source))
                        .orElseGet(() -> new SourceLogins(source, limits)))
                .toList();
        Runnable change = byName.taking(next);
        return () -> {
            byName.all().stream().filter(logins -> !next.contains(logins)).forEach(left::add);
            change.run();
        };
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
        return byDriver(source) ? Optional.of(DriverDatabase.unshareable(source)) : Optional.empty();
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
            DriverStatementKind.reading(step.statement(), step.source());
        } else {
            StatementKind.requireReading(StatementKind.whole(step.statement()), step.source());
        }
    }

    private void requireStoring(SqlStore step) {
        if (byDriver(step.source())) {
            DriverStatementKind.storing(step.statement(), step.source());
        } else {
            UserStatement.requireStoring(StatementKind.whole(step.statement()), step.source());
        }
    }

    /** Returns a source that is {@link #byDriver}, by the login for steps of {@code owner}. */
    public DriverDatabase driverDatabase(String source, String owner) {
        return (DriverDatabase) byName.require(source).of(owner);
    }

    /** Returns the sessions at those sources that are not {@link #byDriver}. */
    public Sessions sessions() {
        return sessions;
    }

    private Database postgres(String source, String owner) {
        return (Database) byName.require(source).of(owner);
    }

    /** Releases the snapshots that the job holds. */
    public void release(JobToken token, Executor closing) {
        sessions.release(token, closing);
    }

    /**
     * Returns the problem of a source that the operator has not named; empty for a known source. The problem lists only
     * those names of sources that {@code tellable} accepts.
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
        sessions.close();
        byName.all().forEach(SourceLogins::close);
        left.forEach(SourceLogins::close);
    }
}
