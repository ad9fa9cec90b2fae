package dev.slipway.grant;

import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.request.JobRequest;
import dev.slipway.request.StagingStep;
import dev.slipway.staging.Place;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The sources, hosts, sites and folders that a user's jobs may name. In words: {@code all}, {@code source:NAME}, {@code host:NAME},
 * {@code site:NAME}, {@code folder:NAME}. A place that is granted need not be configured yet.
 *
 * @param everything whether every place is granted, also those to come; {@code places} is then empty
 */
public record Grants(boolean everything, Set<Place> places) {
    /** Every place, also those to come. */
    public static final Grants ALL = new Grants(true, Set.of());

    public static final Grants NONE = new Grants(false, Set.of());

    private static final String EVERYTHING = "all";

    public Grants {
        places = everything ? Set.of() : Set.copyOf(places);
    }

    /** The grants of these words. @throws IllegalArgumentException naming the first that is none */
    public static Grants of(Collection<String> words) {
        Set<Place> places = new HashSet<>();
        words.stream()
                .filter(word -> !word.equals(EVERYTHING))
                .map(Grants::place)
                .forEach(places::add);
        return new Grants(words.contains(EVERYTHING), places);
    }

    private static Place place(String word) {
        return Place.ofWord(word)
                .orElseThrow(() -> new IllegalArgumentException(
                        "not all, source:NAME, host:NAME, site:NAME or folder:NAME: " + word));
    }

    /** These as words, in order. */
    public List<String> words() {
        Set<String> words = new TreeSet<>();
        places.stream().map(Place::word).forEach(words::add);
        return everything ? List.of(EVERYTHING) : List.copyOf(words);
    }

    public boolean cover(Place place) {
        return everything || place.isOpen() || places.contains(place);
    }

    /** These and {@code more}. */
    public Grants with(Grants more) {
        Set<Place> both = new HashSet<>(places);
        both.addAll(more.places);
        return new Grants(everything || more.everything, both);
    }

    /** These without {@code less}; nothing is left of everything without everything. */
    public Grants without(Grants less) {
        Set<Place> left = new HashSet<>(places);
        left.removeAll(less.places);
        return less.everything ? NONE : new Grants(everything, left);
    }

    /** NOT_GRANTED, naming every step of {@code request} whose place {@code user} was not granted; empty if there is none. */
    public Optional<Problem> obstacle(String user, JobRequest request) {
        List<StagingStep> refused =
                request.steps().filter(step -> !cover(Place.of(step))).toList();
        String detail = refused.stream()
                .map(step -> "step " + step.name() + ": " + Place.of(step))
                .collect(Collectors.joining("\n"));
        return refused.stream().findFirst().map(step -> refusal(user, step, refused.size() == 1 ? "" : detail));
    }

    /** @throws ProblemException NOT_GRANTED if the place of {@code step} was not granted to {@code user} */
    public void require(String user, StagingStep step) {
        if (!cover(Place.of(step))) {
            throw new ProblemException(refusal(user, step));
        }
    }

    /** NOT_GRANTED of one step. */
    public static Problem refusal(String user, StagingStep step) {
        return refusal(user, step, "");
    }

    private static Problem refusal(String user, StagingStep step, String detail) {
        return new Problem(
                ProblemCode.NOT_GRANTED,
                "step " + step.name() + " names " + Place.of(step) + ", which is not granted to user " + user,
                detail);
    }
}
