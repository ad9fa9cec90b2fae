package dev.slipway.gateway.step;

import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** The operator's places of one kind, by their names. */
public final class Named<T> {
    private final String kind;
    private final Map<String, T> byName = new TreeMap<>();

    /** @param kind one word for such a place */
    public Named(String kind, List<T> places, Function<T, String> name) {
        this.kind = kind;
        for (T place : places) {
            if (byName.put(name.apply(place), place) != null) {
                throw new IllegalArgumentException("two " + kind + "s are named " + name.apply(place));
            }
        }
    }

    /** All places. */
    public Collection<T> all() {
        return byName.values();
    }

    /** The place; empty if none has this name. */
    public Optional<T> find(String name) {
        return Optional.ofNullable(byName.get(name));
    }

    /** The place. @throws ProblemException SOURCE_UNKNOWN, which names no other place: who hears of it may not be told of all */
    public T require(String name) {
        T place = byName.get(name);
        if (place == null) {
            throw absent(name, "");
        }
        return place;
    }

    /** SOURCE_UNKNOWN with those names that are {@code tellable}; empty for a place that is known. */
    public Optional<Problem> unknown(String name, Predicate<String> tellable) {
        return byName.containsKey(name)
                ? Optional.empty()
                : Optional.of(absent(name, known(tellable)).problem());
    }

    private String known(Predicate<String> tellable) {
        String names = byName.keySet().stream().filter(tellable).collect(Collectors.joining(", "));
        return names.isEmpty() ? "no " + kind + " that you may name is configured" : "known " + kind + "s: " + names;
    }

    private ProblemException absent(String name, String detail) {
        return StepProblem.of(ProblemCode.SOURCE_UNKNOWN, "no " + kind + " is named " + name, detail);
    }
}
