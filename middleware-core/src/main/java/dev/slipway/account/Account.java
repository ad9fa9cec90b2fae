package dev.slipway.account;

import dev.slipway.desk.Caller;
import dev.slipway.grant.Grants;
import java.util.Set;

/**
 * A user of the service. One without any role is closed: nobody is let in by its name, and its jobs go on.
 *
 * @param passwordHash as Spring Security's delegating encoder writes it; never the password
 * @param grants what the user's jobs may name
 */
public record Account(String name, String passwordHash, Set<Caller.Role> roles, Grants grants) {
    public Account {
        roles = Set.copyOf(roles);
    }

    /** The same user with another password. */
    Account withPassword(String hash) {
        return new Account(name, hash, roles, grants);
    }

    /** The same user with these rights. */
    Account withRights(Rights rights) {
        return new Account(name, passwordHash, rights.roles(), rights.grants());
    }

    /** Whether anybody is let in by this name. */
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
