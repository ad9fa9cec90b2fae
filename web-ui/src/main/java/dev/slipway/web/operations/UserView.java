package dev.slipway.web.operations;

import dev.slipway.account.User;
import dev.slipway.desk.Caller;
import dev.slipway.grant.Grant;
import dev.slipway.grant.Grants;
import dev.slipway.request.Place;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;

/**
 * Describes a user for the JSP.
 *
 * @param changes whether the reader may change the user
 * @param self whether the reader is this user, who must give the current password to set a new one
 * @param roles of the user; {@code moreRoles} are the others
 * @param grants of the user in words; {@code moreGrants} are the other configured ones
 */
public record UserView(
        String name,
        boolean changes,
        boolean self,
        List<String> roles,
        List<String> moreRoles,
        List<Granted> grants,
        List<String> moreGrants) {

    /** Holds a grant in words; {@code configured} says whether the grant names something that is configured. */
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

    /** Returns all grants that can be given. */
    static Stream<String> words(Collection<Place> configured) {
        return Stream.concat(
                Grants.ALL.words().stream(),
                configured.stream().flatMap(place -> Grant.at(place).stream()).map(Grant::word));
    }
}
