package dev.slipway.grant;

/** Where it stands what is granted to whom. */
@FunctionalInterface
public interface GrantBook {

    /**
     * What the jobs of {@code user} may name now; each step is looked at again when it moves.
     *
     * @throws dev.slipway.problem.ProblemException when the book cannot be read
     */
    Grants of(String user);
}
