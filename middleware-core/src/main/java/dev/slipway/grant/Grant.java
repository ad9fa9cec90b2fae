package dev.slipway.grant;

import dev.slipway.request.Place;
import dev.slipway.request.StagingStep;
import dev.slipway.request.StagingStep.Direction;
import java.util.List;
import java.util.Optional;

/**
 * One thing that a user's jobs may do. Storing rows in a source is granted apart from reading there; hosts, sites and
 * folders are granted as a whole.
 *
 * @param stores whether it is storing rows in a source
 */
public record Grant(Place place, boolean stores) {
    private static final String STORE = "store:";

    /** Returns the grant that {@code step} needs. */
    static Grant of(StagingStep step) {
        return new Grant(step.place(), step.direction() == Direction.OUT && step.place() instanceof Place.Source);
    }

    /** Returns all grants that are possible at {@code place}. */
    public static List<Grant> at(Place place) {
        Grant whole = new Grant(place, false);
        return place instanceof Place.Source ? List.of(whole, new Grant(place, true)) : List.of(whole);
    }

    /** Returns the grant of this {@link #word()}; empty for any other word. */
    static Optional<Grant> ofWord(String word) {
        return word.startsWith(STORE)
                ? Optional.of(word.substring(STORE.length()))
                        .flatMap(name -> Place.ofWord(new Place.Source(name).word()))
                        .map(place -> new Grant(place, true))
                : Place.ofWord(word).map(place -> new Grant(place, false));
    }

    /** Returns the word that operators write for the grant: {@code store:risk}, or the place's own word. */
    public String word() {
        return stores ? STORE + place.name() : place.word();
    }
}
