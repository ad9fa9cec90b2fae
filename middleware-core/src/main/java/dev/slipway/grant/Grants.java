package dev.slipway.grant;

import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.request.JobRequest;
import dev.slipway.request.Place;
import dev.slipway.request.StagingStep;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Holds the places that a user's jobs may name. In words: {@code all}, {@code source:NAME} for reading a database,
 * {@code store:NAME} for storing there, {@code host:NAME}, {@code site:NAME}, {@code folder:NAME}. A place that is
 * granted need not be configured yet.
 *
 * @param everything whether every place is granted, also those to come; {@code single} is then empty
 */
public record Grants(boolean everything, Set<Grant> single) {
    /** All places, also those that are configured later. */
    public static final Grants ALL = new Grants(true, Set.of());

    public static final Grants NONE = new Grants(false, Set.of());

    private static final String EVERYTHING = "all";

    public Grants {
        single = everything ? Set.of() : Set.copyOf(single);
    }

    /** Parses grants. @throws IllegalArgumentException naming the first word that is not a grant */
    public static Grants of(Collection<String> words) {
        Set<Grant> single = new HashSet<>();
        words.stream()
                .filter(word -> !word.equals(EVERYTHING))
                .map(Grants::grant)
                .forEach(single::add);
        return new Grants(words.contains(EVERYTHING), single);
    }

    private static Grant grant(String word) {
        return Grant.ofWord(word)
                .orElseThrow(() -> new IllegalArgumentException(
                        "not all, source:NAME, store:NAME, host:NAME, site:NAME or folder:NAME: " + word));
    }

    /** Returns the grants as words, in order. */
    public List<String> words() {
        Set<String> words = new TreeSet<>();
        single.stream().map(Grant::word).forEach(words::add);
        return everything ? List.of(EVERYTHING) : List.copyOf(words);
    }

    /** Returns whether jobs may have this step. */
    public boolean cover(StagingStep step) {
        return covers(Grant.of(step));
    }

    /** Returns whether jobs may bring data out of {@code place}; hosts are granted for both directions at once. */
    public boolean cover(Place place) {
        return covers(new Grant(place, false));
    }

    /** Returns whether jobs may store rows in {@code source}. */
    public boolean coverStoring(Place source) {
        return covers(new Grant(source, true));
    }

    /** Returns whether jobs may name {@code place} for any purpose. */
    public boolean mayName(Place place) {
        return Grant.at(place).stream().anyMatch(this::covers);
    }

    private boolean covers(Grant grant) {
        return everything || grant.place().isOpen() || single.contains(grant);
    }

    /** Returns these grants and {@code more}. */
    public Grants with(Grants more) {
        Set<Grant> both = new HashSet<>(single);
        both.addAll(more.single);
        return new Grants(everything || more.everything, both);
    }

    /**
     * Returns these grants without {@code less}; taking {@code all} from {@code all} leaves no grant. Without a source,
     * the right to store there is gone too, because an operator who takes a source from a user means all of that
     * source.
     */
    public Grants without(Grants less) {
        Set<Grant> left = new HashSet<>(single);
        left.removeIf(grant -> less.single.contains(grant) || less.single.contains(new Grant(grant.place(), false)));
        return less.everything ? NONE : new Grants(everything, left);
    }

    /**
     * Returns NOT_GRANTED with every step of {@code request} at a place that {@code user} was not granted; empty if
     * there is no such step.
     */
    public Optional<Problem> obstacle(String user, JobRequest request) {
        List<StagingStep> refused = request.steps().filter(step -> !cover(step)).toList();
        String detail = refused.stream()
                .map(step -> "step " + step.name() + ": " + step.place()
                        + (Grant.of(step).stores() ? ", storing" : ""))
                .collect(Collectors.joining("\n"));
        return refused.stream().findFirst().map(step -> refusal(user, step, refused.size() == 1 ? "" : detail));
    }

    /** @throws ProblemException NOT_GRANTED if the place of {@code step} was not granted to {@code user} */
    public void require(String user, StagingStep step) {
        if (!cover(step)) {
            throw new ProblemException(refusal(user, step));
        }
    }

    /** Returns NOT_GRANTED for one step. */
    public static Problem refusal(String user, StagingStep step) {
        return refusal(user, step, "");
    }

    private static Problem refusal(String user, StagingStep step, String detail) {
        return new Problem(
                ProblemCode.NOT_GRANTED,
                Grant.of(step).stores()
                        ? "step " + step.name() + " stores in " + step.place()
                                + ", and storing there is not granted to user " + user
                        : "step " + step.name() + " names " + step.place() + ", which is not granted to user " + user,
                detail);
    }
}
