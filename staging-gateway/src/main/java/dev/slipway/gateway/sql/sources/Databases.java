package dev.slipway.gateway.sql.sources;

import dev.slipway.effect.Effect;
import dev.slipway.gateway.files.StagedFiles;
import dev.slipway.gateway.sql.DatabaseSource;
import dev.slipway.gateway.sql.Source;
import dev.slipway.gateway.sql.SourceWay;
import dev.slipway.gateway.sql.SqlLimits;
import dev.slipway.gateway.sql.driver.DriverWay;
import dev.slipway.gateway.sql.postgres.PostgresWay;
import dev.slipway.gateway.step.Cancellation;
import dev.slipway.gateway.step.NamedPlaces;
import dev.slipway.gateway.step.PlaceKind;
import dev.slipway.gateway.step.SharedLook;
import dev.slipway.job.JobToken;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemException;
import dev.slipway.request.Place;
import dev.slipway.request.StagingStep;
import dev.slipway.staging.RowSample;
import dev.slipway.staging.StepLook;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** The operator's sources, by name. */
public final class Databases implements PlaceKind, SharedLook, AutoCloseable {
    private final SourceWay postgres;
    private final SourceWay byDriver;
    private final NamedPlaces<Source> byName;
    /** Sources that a reload removed or changed; their connections serve the steps that move, and end by idleness. */
    private final List<Source> left = new CopyOnWriteArrayList<>();

    /** Connects nowhere yet. */
    public Databases(List<DatabaseSource> sources, StagedFiles files, SqlLimits limits) {
        postgres = new PostgresWay(files, limits);
        byDriver = new DriverWay(files, limits);
        byName = new NamedPlaces<>(
                Place.Source::new,
                sources.stream().map(this::reached).toList(),
                source -> source.logins().source().name());
    }

    private Source reached(DatabaseSource source) {
        return (source.driver().isPresent() ? byDriver : postgres).to(source);
    }

    /**
     * Prepares the change to other sources, and returns the change, which cannot fail. An unchanged source keeps its
     * connections. A new source opens its first connection when a step needs one, so a change that is not made leaves
     * nothing open.
     */
    public Runnable taking(List<DatabaseSource> sources) {
        List<Source> next = sources.stream()
                .map(source -> byName.find(source.name())
                        .filter(known -> known.logins().source().equals(source))
                        .orElseGet(() -> reached(source)))
                .toList();
        Runnable change = byName.taking(next);
        return () -> {
            byName.all().stream().filter(source -> !next.contains(source)).forEach(left::add);
            change.run();
        };
    }

    Source require(String source) {
        return byName.require(source);
    }

    /** Returns the effects of extracts, one for each way to a source. */
    Stream<Effect> extracts() {
        return Stream.of(postgres.extracts(), byDriver.extracts());
    }

    /** Returns the effects of stores, one for each way to a source. */
    Stream<Effect> stores() {
        return Stream.of(postgres.stores(), byDriver.stores());
    }

    /**
     * Returns why the statement of {@code step} can never run at the source; empty if its text alone does not tell, or
     * if the source is unknown.
     *
     * @param requirement refuses the statement of the step
     */
    Optional<Problem> refusal(StagingStep step, String source, Consumer<Source> requirement) {
        try {
            byName.find(source).ifPresent(requirement);
            return Optional.empty();
        } catch (ProblemException e) {
            Problem told = e.problem();
            return Optional.of(new Problem(told.code(), step.name() + ": " + told.message(), told.detail()));
        }
    }

    /** Returns why extracts of the source can share no snapshot; empty if they can, or if the source is unknown. */
    public Optional<Problem> unshareable(String source) {
        return byName.find(source).flatMap(Source::unshareable);
    }

    /**
     * Runs a reading statement at the source for its first rows.
     *
     * @param rows the most rows to return
     * @param owner the user who asks
     */
    public RowSample sample(String source, String statement, int rows, String owner, Cancellation cancellation)
            throws InterruptedException {
        return byName.require(source).sample(statement, rows, owner, cancellation);
    }

    /** Releases the snapshots that the job holds. */
    public void release(JobToken token, Executor closing) {
        postgres.release(token, closing);
        byDriver.release(token, closing);
    }

    @Override
    public Optional<Problem> obstacle(StagingStep step, String owner) {
        return byName.find(step.placeName()).flatMap(source -> source.logins().obstacle(owner));
    }

    @Override
    public void look(
            String source,
            List<StagingStep> steps,
            String owner,
            Cancellation cancellation,
            BiConsumer<StagingStep, StepLook> told)
            throws InterruptedException {
        byName.require(source).look(steps, owner, cancellation, told);
    }

    @Override
    public Optional<Problem> unknown(String source, Predicate<Place> tellable) {
        return byName.unknown(source, tellable);
    }

    @Override
    public Optional<Problem> probe(String source) throws InterruptedException {
        return byName.require(source).logins().shared().probe();
    }

    @Override
    public void close() {
        postgres.close();
        byDriver.close();
        byName.all().forEach(source -> source.logins().close());
        left.forEach(source -> source.logins().close());
    }
}
