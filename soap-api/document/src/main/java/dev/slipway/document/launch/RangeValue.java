package dev.slipway.document.launch;

import dev.slipway.document.grammar.Names;
import dev.slipway.document.tree.DocumentElement;
import dev.slipway.document.tree.ValueReader;
import dev.slipway.request.CountRange;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/**
 * JSDL's range of numbers (GFD.136, section 5.2). A number is in the range if any member contains the number.
 *
 * @param exact the single values
 */
record RangeValue(List<Exact> exact, Optional<Bound> lower, Optional<Bound> upper, List<Interval> intervals) {

    RangeValue {
        exact = List.copyOf(exact);
        intervals = List.copyOf(intervals);
    }

    /** A value with a tolerance of {@code epsilon}. */
    record Exact(double value, double epsilon) {
        boolean matches(double number) {
            return Math.abs(number - value) <= epsilon;
        }
    }

    /** One end, which belongs to the range unless it is exclusive. */
    record Bound(double value, boolean exclusive) {
        boolean above(double number) {
            return exclusive ? number < value : number <= value;
        }

        boolean below(double number) {
            return exclusive ? number > value : number >= value;
        }
    }

    /** A range with both ends. */
    record Interval(Bound lower, Bound upper) {
        boolean matches(double number) {
            return lower.below(number) && upper.above(number);
        }
    }

    boolean matches(double number) {
        return exact.stream().anyMatch(value -> value.matches(number))
                || lower.filter(bound -> bound.below(number)).isPresent()
                || upper.filter(bound -> bound.above(number)).isPresent()
                || intervals.stream().anyMatch(interval -> interval.matches(number));
    }

    boolean isEmpty() {
        return exact.isEmpty() && lower.isEmpty() && upper.isEmpty() && intervals.isEmpty();
    }

    /**
     * Returns the number to allocate: the first exact value, else the lower bound, else the lower end of the first
     * interval; empty if the range has only an upper bound. An exact value becomes the nearest whole number if its
     * epsilon reaches that far. A bound becomes the smallest whole number in the range.
     */
    OptionalDouble wanted() {
        if (!exact.isEmpty()) {
            Exact first = exact.get(0);
            double near = Math.rint(first.value());
            return OptionalDouble.of(first.matches(near) ? near : first.value());
        }
        Optional<Bound> least = lower.isPresent()
                ? lower
                : intervals.stream().map(Interval::lower).findFirst();
        if (least.isEmpty()) {
            return OptionalDouble.empty();
        }
        Bound bound = least.get();
        return OptionalDouble.of(bound.exclusive() ? Math.floor(bound.value()) + 1 : Math.ceil(bound.value()));
    }

    /**
     * Returns the greatest number of the range; empty if the range has no upper end. An exclusive bound counts as its
     * own number.
     */
    OptionalDouble most() {
        if (lower.isPresent()) {
            return OptionalDouble.empty();
        }
        return Stream.of(
                        exact.stream().map(Exact::value),
                        upper.stream().map(Bound::value),
                        intervals.stream().map(interval -> interval.upper().value()))
                .flatMap(numbers -> numbers)
                .mapToDouble(Double::doubleValue)
                .max();
    }

    /**
     * Returns the smallest number of the range; empty if the range has no lower end. An exclusive bound counts as its
     * own number.
     */
    OptionalDouble least() {
        if (upper.isPresent()) {
            return OptionalDouble.empty();
        }
        return Stream.of(
                        exact.stream().map(Exact::value),
                        lower.stream().map(Bound::value),
                        intervals.stream().map(interval -> interval.lower().value()))
                .flatMap(numbers -> numbers)
                .mapToDouble(Double::doubleValue)
                .min();
    }

    /**
     * Returns the counts from 1 that the range holds, as runs of whole numbers in ascending order. Runs that touch are
     * one run.
     */
    List<CountRange> counts() {
        List<CountRange> runs = new ArrayList<>();
        Stream.of(
                        exact.stream().flatMap(one -> run(one.value() - one.epsilon(), one.value() + one.epsilon())),
                        lower.stream().flatMap(bound -> run(from(bound), Double.POSITIVE_INFINITY)),
                        upper.stream().flatMap(bound -> run(1, to(bound))),
                        intervals.stream().flatMap(both -> run(from(both.lower()), to(both.upper()))))
                .flatMap(found -> found)
                .sorted(Comparator.comparingInt(CountRange::least))
                .forEach(run -> add(runs, run));
        return runs;
    }

    private static double from(Bound bound) {
        return bound.exclusive() ? Math.floor(bound.value()) + 1 : bound.value();
    }

    private static double to(Bound bound) {
        return bound.exclusive() ? Math.ceil(bound.value()) - 1 : bound.value();
    }

    private static Stream<CountRange> run(double from, double to) {
        double first = Math.max(1, Math.ceil(from));
        double last = Math.floor(to);
        if (first > last || first > Integer.MAX_VALUE) {
            return Stream.empty();
        }
        return Stream.of(
                new CountRange((int) first, last > Integer.MAX_VALUE ? Optional.empty() : Optional.of((int) last)));
    }

    /** Adds a run that begins at or after the beginning of the last run. */
    private static void add(List<CountRange> runs, CountRange next) {
        CountRange last = runs.isEmpty() ? null : runs.get(runs.size() - 1);
        boolean touches = last != null
                && last.most().map(end -> (long) end + 1 >= next.least()).orElse(true);
        if (!touches) {
            runs.add(next);
            return;
        }
        Optional<Integer> end = last.most().flatMap(one -> next.most().map(other -> Math.max(one, other)));
        runs.set(runs.size() - 1, new CountRange(last.least(), end));
    }

    /** Reads an element of RangeValue_Type; empty, with a finding, if a number is invalid. */
    static Optional<RangeValue> read(DocumentElement element, ValueReader values) {
        List<Optional<?>> parts = new ArrayList<>();
        List<Exact> exact = new ArrayList<>();
        for (DocumentElement child : element.children(Names.jsdl("Exact"))) {
            Optional<Double> epsilon = epsilon(child, values);
            Optional<Exact> value = values.number(child, Names.label(child.name()), child.text())
                    .flatMap(number -> epsilon.map(margin -> new Exact(number, margin)));
            value.ifPresent(exact::add);
            parts.add(value);
        }
        List<Interval> intervals = new ArrayList<>();
        for (DocumentElement child : element.children(Names.jsdl("Range"))) {
            Optional<Interval> interval = bound(child, "LowerBound", values)
                    .flatMap(from -> bound(child, "UpperBound", values).map(to -> new Interval(from, to)))
                    .filter(range -> holdsAny(child, range, values));
            interval.ifPresent(intervals::add);
            parts.add(interval);
        }
        Optional<Bound> lower = bound(element, "LowerBoundedRange", values);
        Optional<Bound> upper = bound(element, "UpperBoundedRange", values);
        element.child(Names.jsdl("LowerBoundedRange")).ifPresent(child -> parts.add(lower));
        element.child(Names.jsdl("UpperBoundedRange")).ifPresent(child -> parts.add(upper));
        return parts.stream().allMatch(Optional::isPresent)
                ? Optional.of(new RangeValue(exact, lower, upper, intervals))
                : Optional.empty();
    }

    private static Optional<Double> epsilon(DocumentElement exact, ValueReader values) {
        Optional<Double> epsilon = values.number(
                exact, "attribute epsilon", exact.attribute("epsilon").orElse("0"));
        if (epsilon.filter(margin -> margin < 0).isPresent()) {
            values.problem(
                    exact,
                    "attribute epsilon is negative: \""
                            + Names.shown(exact.attribute("epsilon").orElseThrow()) + "\"",
                    "Write how far a number may be from the exact one, such as 0.5.");
            return Optional.empty();
        }
        return epsilon;
    }

    private static boolean holdsAny(DocumentElement element, Interval range, ValueReader values) {
        if (range.matches(range.lower().value())
                || range.lower().value() < range.upper().value()) {
            return true;
        }
        values.problem(
                element,
                "jsdl:Range holds no number: its lower bound is not below its upper one",
                "Write the smaller number into jsdl:LowerBound.");
        return false;
    }

    private static Optional<Bound> bound(DocumentElement element, String local, ValueReader values) {
        return element.child(Names.jsdl(local))
                .flatMap(child -> values.number(child, Names.label(child.name()), child.text())
                        .map(number -> new Bound(
                                number,
                                child.attribute("exclusiveBound")
                                        .map(text -> values.truth(child, "attribute exclusiveBound", text))
                                        .orElse(false))));
    }
}
