package dev.slipway.gateway.sql;

import dev.slipway.gateway.step.StepProblem;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * One source, reached by the login that users share and by logins of single users. Each login has its own connections,
 * so that nobody gets a connection on which another login's statements ran.
 */
public final class SourceLogins<L extends SourceLogin> implements AutoCloseable {
    private final DatabaseSource source;
    private final L shared;
    private final Map<String, L> own;
    private final boolean ownRequired;

    /**
     * Connects nowhere yet.
     *
     * @param reached reaches the source by the one login that its settings then name
     */
    public SourceLogins(DatabaseSource source, Function<DatabaseSource, L> reached) {
        this.source = source;
        shared = reached.apply(source);
        own = source.own().byUser().entrySet().stream()
                .collect(Collectors.toUnmodifiableMap(
                        Map.Entry::getKey, login -> reached.apply(source.as(login.getValue()))));
        ownRequired = source.own().required();
    }

    /** Returns the settings of the source. */
    public DatabaseSource source() {
        return source;
    }

    /** Returns the source by the shared login, for probes and for questions that do not depend on the login. */
    public L shared() {
        return shared;
    }

    /**
     * Returns the source by the login for steps of {@code owner}.
     *
     * @throws ProblemException for the {@link #obstacle}
     */
    public L of(String owner) {
        obstacle(owner).ifPresent(problem -> {
            throw new ProblemException(problem);
        });
        return own.getOrDefault(owner, shared);
    }

    /** Returns why no step of {@code owner} can log in; empty if a step can log in. */
    public Optional<Problem> obstacle(String owner) {
        return ownRequired && !own.containsKey(owner)
                ? Optional.of(StepProblem.of(
                                ProblemCode.DATABASE_NOT_SET_UP,
                                "source " + shared.name() + " has no login for user " + owner,
                                "Each user needs a login of their own there, for role-per-user is set: add " + owner
                                        + " to slipway.sources." + shared.name() + ".logins.")
                        .problem())
                : Optional.empty();
    }

    @Override
    public void close() {
        shared.close();
        own.values().forEach(SourceLogin::close);
    }
}
