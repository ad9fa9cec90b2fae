package dev.slipway.web.operations;

import dev.slipway.desk.Caller;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Holds the form for a new user. */
record NewUser(String name, String password, Set<Caller.Role> roles, List<String> grants) {
    NewUser {
        name = Optional.ofNullable(name).orElse("").strip();
        password = Optional.ofNullable(password).orElse("");
        roles = Optional.ofNullable(roles).map(Set::copyOf).orElse(Set.of());
        grants = Optional.ofNullable(grants).map(List::copyOf).orElse(List.of());
    }

    UsersView.Typed typed() {
        return new UsersView.Typed(name, roles.stream().map(Caller.Role::name).toList(), grants);
    }

    /** Leaves the password out. */
    @Override
    public String toString() {
        return "NewUser[" + typed() + "]";
    }
}
