package dev.slipway.gateway.step;

import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.request.Place;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * The places of one kind that the operator has configured, by their names. A reload of the settings replaces all of
 * them at once.
 */
public final class NamedPlaces<T> {
    private final Function<String, Place> naming;
    private final Function<T, String> name;
    private volatile Map<String, T> byName;

    /** @param naming makes the place of a name */
    public NamedPlaces(Function<String, Place> naming, List<T> places, Function<T, String> name) {
        this.naming = naming;
        this.name = name;
        this.byName = named(places);
    }

    private Map<String, T> named(List<T> places) {
        Map<String, T> named = new TreeMap<>();
        for (T place : places) {
            if (named.put(name.apply(place), place) != null) {
                throw new IllegalArgumentException("two " + kind() + "s are named " + name.apply(place));
            }
        }
        return named;
    }

    /** Prepares the change to other places, and returns the change, which cannot fail. */
    public Runnable taking(List<T> places) {
        Map<String, T> others = named(places);
        return () -> byName = others;
    }

    /** Returns all places. */
    public Collection<T> all() {
        return byName.values();
    }

    /** Returns the place; empty if no place has this name. */
    public Optional<T> find(String name) {
        return Optional.ofNullable(byName.get(name));
    }

    /**
     * Returns the place.
     *
     * @throws ProblemException SOURCE_UNKNOWN; the message names no other place, because its readers may not know all
     *     places
     */
    public T require(String name) {
        T place = byName.get(name);
        if (place == null) {
            throw absent(name, "");
        }
        return place;
    }

    /**
     * Returns SOURCE_UNKNOWN with the names of the places that are {@code tellable}; empty for a place that is
     * configured.
     */
    public Optional<Problem> unknown(String name, Predicate<Place> tellable) {
        return byName.containsKey(name)
                ? Optional.empty()
                : Optional.of(absent(name, known(tellable)).problem());
    }

    private String known(Predicate<Place> tellable) {
        String names = byName.keySet().stream()
                .filter(each -> tellable.test(naming.apply(each)))
                .collect(Collectors.joining(", "));
        return names.isEmpty()
                ? "no " + kind() + " that you may name is configured"
                : "known " + kind() + "s: " + names;
    }

    private String kind() {
        return naming.apply("").kind();
    }

    private ProblemException absent(String name, String detail) {
        return StepProblem.of(ProblemCode.SOURCE_UNKNOWN, "no " + kind() + " is named " + name, detail);
    }
}
