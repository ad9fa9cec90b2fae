package dev.slipway.web.operations;

import dev.slipway.problem.Problem;
import java.util.List;

/**
 * Describes the users for the JSP.
 *
 * @param changes whether the reader may make users
 * @param places that can be granted, in words
 * @param typed content of the form for a new user
 * @param problem why a new user was refused; null otherwise
 */
public record UsersView(boolean changes, List<UserView> users, List<String> places, Typed typed, Problem problem) {

    /** Holds the typed values for a new user, without the password. */
    public record Typed(String name, List<String> roles, List<String> grants) {
        static final Typed NOTHING = new Typed("", List.of("USER"), List.of());

        public Typed {
            roles = List.copyOf(roles);
            grants = List.copyOf(grants);
        }
    }
}
