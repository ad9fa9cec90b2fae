package dev.slipway.gateway.sql;

import dev.slipway.gateway.step.Cancellation;
import dev.slipway.gateway.step.Named;
import dev.slipway.problem.Problem;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** The operator's sources, by name. */
public final class Databases implements AutoCloseable {
    private final Named<Database> byName;

    /** Connects nowhere yet. */
    public Databases(List<DatabaseSource> sources, SqlLimits limits) {
        byName = new Named<>(
                "source",
                sources.stream().map(source -> new Database(source, limits)).toList(),
                Database::name);
    }

    Session read(String source, Cancellation cancellation) throws InterruptedException {
        return byName.require(source).open(Session.Access.READ, cancellation);
    }

    Session write(String source, Cancellation cancellation) throws InterruptedException {
        return byName.require(source).open(Session.Access.WRITE, cancellation);
    }

    Session look(String source, Cancellation cancellation) throws InterruptedException {
        return byName.require(source).open(Session.Access.LOOK, cancellation);
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
        byName.all().forEach(Database::close);
    }
}
