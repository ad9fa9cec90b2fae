package dev.slipway.desk;

import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import java.util.Optional;
import java.util.Set;

/**
 * The caller of a desk, authenticated by the front end.
 *
 * @param from the origin of the call, for the journal: a network address or "local"
 */
public record Caller(String user, Set<Role> roles, String from) {

    /** The rights of a user beyond their own jobs. */
    public enum Role {
        /** Submits jobs and sees their own jobs. */
        USER,
        /** Submits jobs; sees and ends all users' jobs. */
        OPERATOR,
        /** Sees all users' jobs. */
        AUDITOR
    }

    public Caller {
        roles = Set.copyOf(roles);
    }

    /** Returns whether this caller may submit jobs; an auditor may only look. */
    public boolean maySubmit() {
        return roles.contains(Role.USER) || roles.contains(Role.OPERATOR);
    }

    /** Returns the problem NOT_AUTHORISED if this caller may not submit jobs; otherwise empty. */
    public Optional<Problem> submitObstacle() {
        return maySubmit()
                ? Optional.empty()
                : Optional.of(Problem.of(ProblemCode.NOT_AUTHORISED, "user " + user + " may not submit jobs"));
    }

    /** @throws ProblemException NOT_AUTHORISED for a caller who may only look */
    public void requireSubmitter() {
        submitObstacle().ifPresent(problem -> {
            throw new ProblemException(problem);
        });
    }

    /** Returns whether this caller may look at a job of {@code owner}. */
    public boolean maySee(String owner) {
        return user.equals(owner) || roles.contains(Role.OPERATOR) || roles.contains(Role.AUDITOR);
    }

    /** Returns whether this caller may change a job of {@code owner}. */
    public boolean mayChange(String owner) {
        return user.equals(owner) || roles.contains(Role.OPERATOR);
    }

    /**
     * Requires the right to change a thing that {@code owner} owns.
     *
     * @param what the thing, in words
     * @throws ProblemException NOT_AUTHORISED for a caller who may only look
     */
    public void requireChange(String owner, String what) {
        if (!mayChange(owner)) {
            throw new ProblemException(
                    Problem.of(ProblemCode.NOT_AUTHORISED, "user " + user + " may look at " + what + " only"));
        }
    }
}
