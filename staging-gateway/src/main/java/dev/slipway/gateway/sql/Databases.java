package dev.slipway.gateway.sql;

import dev.slipway.gateway.step.Cancellation;
import dev.slipway.gateway.step.StepProblem;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The operator's sources, by name. */
public final class Databases {
    private final Map<String, Database> byName = new TreeMap<>();

    /** Connects nowhere yet. */
    public Databases(List<DatabaseSource> sources, SqlLimits limits) {
        for (DatabaseSource source : sources) {
            if (byName.put(source.name(), new Database(source, limits)) != null) {
                throw new IllegalArgumentException("two sources are named " + source.name());
            }
        }
    }

    Session read(String source, Cancellation cancellation) throws InterruptedException {
        return named(source).open(Session.Access.READ, cancellation);
    }

    Session write(String source, Cancellation cancellation) throws InterruptedException {
        return named(source).open(Session.Access.WRITE, cancellation);
    }

    private Database named(String source) {
        Database database = byName.get(source);
        if (database == null) {
            throw new ProblemException(absent(source));
        }
        return database;
    }

    /** The problem of a source that the operator has not named; empty for one that is known. */
    public Optional<Problem> unknown(String source) {
        return byName.containsKey(source) ? Optional.empty() : Optional.of(absent(source));
    }

    private Problem absent(String source) {
        return StepProblem.of(
                        ProblemCode.SOURCE_UNKNOWN,
                        "no source is named " + source,
                        byName.isEmpty()
                                ? "the operator has configured no source"
                                : "known sources: " + String.join(", ", byName.keySet()))
                .problem();
    }

    /** Whether the source lets us in now; else what a step there would meet. */
    public Optional<Problem> probe(String source) throws InterruptedException {
        return named(source).probe();
    }
}
