package dev.slipway.desk;

import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import java.util.Optional;
import java.util.Set;

/**
 * Who calls the desk; authenticated by the door before.
 *
 * @param from where the call came from, for the journal: a network address or "local"
 */
public record Caller(String user, Set<Role> roles, String from) {

    /** What a user may do beyond their own jobs. */
    public enum Role {
        /** Submits jobs and sees their own. */
        USER,
        /** Submits jobs; sees and ends everybody's. */
        OPERATOR,
        /** Sees everybody's jobs. */
        AUDITOR
    }

    public Caller {
        roles = Set.copyOf(roles);
    }

    /** Whether this caller may submit jobs; an auditor only looks. */
    public boolean maySubmit() {
        return roles.contains(Role.USER) || roles.contains(Role.OPERATOR);
    }

    /** What keeps this caller from submitting jobs: NOT_AUTHORISED; empty for who may. */
    public Optional<Problem> submitObstacle() {
        return maySubmit()
                ? Optional.empty()
                : Optional.of(Problem.of(ProblemCode.NOT_AUTHORISED, "user " + user + " may not submit jobs"));
    }

    /** @throws ProblemException NOT_AUTHORISED for who may look only */
    public void requireSubmitter() {
        submitObstacle().ifPresent(problem -> {
            throw new ProblemException(problem);
        });
    }

    /** Whether this caller may look at a job of {@code owner}. */
    public boolean maySee(String owner) {
        return user.equals(owner) || roles.contains(Role.OPERATOR) || roles.contains(Role.AUDITOR);
    }

    /** Whether this caller may change a job of {@code owner}. */
    public boolean mayChange(String owner) {
        return user.equals(owner) || roles.contains(Role.OPERATOR);
    }

    /**
     * The same of anything that somebody owns.
     *
     * @param what it is, in words
     * @throws ProblemException NOT_AUTHORISED for who may look only
     */
    public void requireChange(String owner, String what) {
        if (!mayChange(owner)) {
            throw new ProblemException(
                    Problem.of(ProblemCode.NOT_AUTHORISED, "user " + user + " may look at " + what + " only"));
        }
    }
}
