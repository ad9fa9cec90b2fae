package dev.slipway.account;

import dev.slipway.desk.Caller;
import dev.slipway.grant.Grants;
import java.util.Set;

/**
 * A user of the service. An account without any role is closed: its user cannot log in, but the jobs go on.
 *
 * @param passwordHash the hash in the form of Spring Security's delegating encoder; never the password
 * @param grants the grants of the user's jobs
 */
public record Account(String name, String passwordHash, Set<Caller.Role> roles, Grants grants) {
    public Account {
        roles = Set.copyOf(roles);
    }

    /** Returns this user with another password. */
    Account withPassword(String hash) {
        return new Account(name, hash, roles, grants);
    }

    /** Returns this user with other rights. */
    Account withRights(Rights rights) {
        return new Account(name, passwordHash, rights.roles(), rights.grants());
    }

    /** Returns whether users can log in with this account. */
    public boolean open() {
        return !roles.isEmpty();
    }

    public Rights rights() {
        return new Rights(roles, grants);
    }

    @Override
    public String toString() {
        return "Account[" + name + ", " + roles + ", " + grants.words() + "]";
    }
}
