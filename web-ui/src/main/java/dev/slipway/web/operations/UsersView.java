package dev.slipway.web.operations;

import dev.slipway.problem.Problem;
import java.util.List;

/**
 * The users as the JSP reads them.
 *
 * @param changes whether the reader may make users
 * @param places that can be granted, in words
 * @param typed what stands in the form for a new one
 * @param problem why a new one was refused; null if none was
 */
public record UsersView(boolean changes, List<UserView> users, List<String> places, Typed typed, Problem problem) {

    /** What was typed for a new user, but for the password. */
    public record Typed(String name, List<String> roles, List<String> grants) {
        static final Typed NOTHING = new Typed("", List.of("USER"), List.of());

        public Typed {
            roles = List.copyOf(roles);
            grants = List.copyOf(grants);
        }
    }
}
