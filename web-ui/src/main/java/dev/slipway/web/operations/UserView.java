package dev.slipway.web.operations;

import dev.slipway.account.User;
import dev.slipway.desk.Caller;
import dev.slipway.grant.Grant;
import dev.slipway.grant.Grants;
import dev.slipway.staging.Place;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;

/**
 * A user as the JSP reads one.
 *
 * @param changes whether the reader may change the user
 * @param self whether the reader is this user, who gives the password so far for another one
 * @param roles that the user has, and {@code moreRoles} the others
 * @param grants in words, and {@code moreGrants} of what is configured the others
 */
public record UserView(
        String name,
        boolean changes,
        boolean self,
        List<String> roles,
        List<String> moreRoles,
        List<Granted> grants,
        List<String> moreGrants) {

    /** A grant in words, and whether it names something that is configured. */
    public record Granted(String word, boolean configured) {}

    static UserView of(User user, Caller caller, boolean changes, Collection<Place> configured) {
        Grants grants = user.rights().grants();
        return new UserView(
                user.name(),
                changes,
                caller.user().equals(user.name()),
                everyRole()
                        .filter(role -> user.rights().roles().contains(role))
                        .map(Caller.Role::name)
                        .toList(),
                everyRole()
                        .filter(role -> !user.rights().roles().contains(role))
                        .map(Caller.Role::name)
                        .toList(),
                grants.words().stream()
                        .map(word -> new Granted(word, known(word, configured)))
                        .toList(),
                words(configured)
                        .filter(word -> !grants.everything() && !grants.words().contains(word))
                        .toList());
    }

    private static Stream<Caller.Role> everyRole() {
        return Stream.of(Caller.Role.values());
    }

    private static boolean known(String word, Collection<Place> configured) {
        return words(configured).anyMatch(word::equals);
    }

    /** All that can be granted. */
    static Stream<String> words(Collection<Place> configured) {
        return Stream.concat(
                Grants.ALL.words().stream(),
                configured.stream().flatMap(place -> Grant.at(place).stream()).map(Grant::word));
    }
}
