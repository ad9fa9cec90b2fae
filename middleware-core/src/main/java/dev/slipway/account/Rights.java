package dev.slipway.account;

import dev.slipway.desk.Caller;
import dev.slipway.grant.Grants;
import java.util.EnumSet;
import java.util.Set;

/** The roles of a user and the grants of the user's jobs. */
public record Rights(Set<Caller.Role> roles, Grants grants) {
    public Rights {
        roles = Set.copyOf(roles);
    }

    Rights with(Rights more) {
        Set<Caller.Role> both = EnumSet.noneOf(Caller.Role.class);
        both.addAll(roles);
        both.addAll(more.roles);
        return new Rights(both, grants.with(more.grants));
    }

    Rights without(Rights less) {
        Set<Caller.Role> left = EnumSet.noneOf(Caller.Role.class);
        left.addAll(roles);
        left.removeAll(less.roles);
        return new Rights(left, grants.without(less.grants));
    }
}
