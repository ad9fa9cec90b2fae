package dev.slipway.gateway.sql.sources;

import dev.slipway.gateway.sql.DatabaseSource;
import dev.slipway.gateway.sql.Source;
import dev.slipway.gateway.sql.SqlLimits;
import dev.slipway.gateway.sql.driver.DriverDatabase;
import dev.slipway.gateway.sql.postgres.Database;
import dev.slipway.gateway.step.StepProblem;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * One source, reached by the login that users share and by logins of single users. Each login has its own connections,
 * so that nobody gets a connection on which another login's statements ran.
 */
final class SourceLogins implements AutoCloseable {
    private final DatabaseSource source;
    private final Source shared;
    private final Map<String, Source> own;
    private final boolean ownRequired;

    /** Connects nowhere yet. */
    SourceLogins(DatabaseSource source, SqlLimits limits) {
        this.source = source;
        shared = reached(source, limits);
        own = source.own().byUser().entrySet().stream()
                .collect(Collectors.toUnmodifiableMap(
                        Map.Entry::getKey, login -> reached(source.as(login.getValue()), limits)));
        ownRequired = source.own().required();
    }

    private static Source reached(DatabaseSource source, SqlLimits limits) {
        return source.driver().isEmpty()
                ? new Database(source, limits)
                : new DriverDatabase(source, source.driver().get(), limits);
    }

    /** Returns the settings of the source. */
    DatabaseSource source() {
        return source;
    }

    /** Returns the source by the shared login, for probes and for questions that do not depend on the login. */
    Source shared() {
        return shared;
    }

    /**
     * Returns the source by the login for steps of {@code owner}.
     *
     * @throws ProblemException for the {@link #obstacle}
     */
    Source of(String owner) {
        obstacle(owner).ifPresent(problem -> {
            throw new ProblemException(problem);
        });
        return own.getOrDefault(owner, shared);
    }

    /** Returns why no step of {@code owner} can log in; empty if a step can log in. */
    Optional<Problem> obstacle(String owner) {
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
        own.values().forEach(Source::close);
    }
}
