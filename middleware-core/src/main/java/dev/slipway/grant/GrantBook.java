package dev.slipway.grant;

/** The record of all users' grants. */
@FunctionalInterface
public interface GrantBook {

    /**
     * Returns the present grants of {@code user}; each step is checked again when it moves.
     *
     * @throws dev.slipway.problem.ProblemException if the record cannot be read
     */
    Grants of(String user);
}
