package dev.slipway.desk;

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

    /** Whether this caller may look at a job of {@code owner}. */
    public boolean maySee(String owner) {
        return user.equals(owner) || roles.contains(Role.OPERATOR) || roles.contains(Role.AUDITOR);
    }

    /** Whether this caller may change a job of {@code owner}. */
    public boolean mayChange(String owner) {
        return user.equals(owner) || roles.contains(Role.OPERATOR);
    }
}
