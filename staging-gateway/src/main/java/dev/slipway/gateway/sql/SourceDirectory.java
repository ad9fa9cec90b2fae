package dev.slipway.gateway.sql;

/** Finds the operator's sources of one kind. */
@FunctionalInterface
public interface SourceDirectory<S extends Source> {

    /**
     * Returns the source of this name, by the login for steps of {@code owner}.
     *
     * @throws dev.slipway.problem.ProblemException if there is no such source, or no login for this owner
     */
    S find(String source, String owner);
}
