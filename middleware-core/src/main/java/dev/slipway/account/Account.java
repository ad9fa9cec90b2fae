package dev.slipway.account;

import dev.slipway.desk.Caller;
import java.util.Set;

/**
 * A user of the service.
 *
 * @param passwordHash as Spring Security's delegating encoder writes it; never the password
 */
public record Account(String name, String passwordHash, Set<Caller.Role> roles) {
    public Account {
        roles = Set.copyOf(roles);
    }

    @Override
    public String toString() {
        return "Account[" + name + ", " + roles + "]";
    }
}
