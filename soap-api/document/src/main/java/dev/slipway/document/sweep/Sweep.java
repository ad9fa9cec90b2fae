package dev.slipway.document.sweep;

import dev.slipway.document.tree.DocumentPlace;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;

/**
 * One parameter sweep (GFD.149). The assignments of a sweep advance together. For each of their values the inner sweeps
 * run through all of their own values, one sweep after the other.
 *
 * @param assignments at least one, all of the same length
 * @param inner the sweeps directly inside, in document order
 * @param size the number of elements; {@code Long.MAX_VALUE} stands for any larger number
 */
public record Sweep(List<Assignment> assignments, List<Sweep> inner, long size) {

    public Sweep {
        assignments = List.copyOf(assignments);
        inner = List.copyOf(inner);
    }

    static Sweep of(List<Assignment> assignments, List<Sweep> inner) {
        long own = assignments.get(0).values().size();
        long below = inner.isEmpty() ? 1 : size(inner);
        return new Sweep(assignments, inner, below > Long.MAX_VALUE / own ? Long.MAX_VALUE : own * below);
    }

    /** One series of values, with every place that takes them. */
    record Assignment(List<Slot> slots, List<String> values) {
        Assignment {
            slots = List.copyOf(slots);
            values = List.copyOf(values);
        }
    }

    /**
     * The place of a value.
     *
     * @param from index of the first character that the value replaces
     * @param to index after the last one
     */
    record Slot(DocumentPlace place, int from, int to) {}

    /**
     * The values that one element of the sweep puts into the document.
     *
     * @param values the new text of each place
     * @param assigned the value of each assignment, outermost first
     */
    public record Element(Map<DocumentPlace, String> values, List<String> assigned) {
        /** The unchanged document. */
        static final Element NONE = new Element(Map.of(), List.of());
    }

    /** Returns the number of elements of neighbouring sweeps, capped at {@code Long.MAX_VALUE}. */
    static long size(List<Sweep> beside) {
        long size = 0;
        for (Sweep sweep : beside) {
            size = sweep.size > Long.MAX_VALUE - size ? Long.MAX_VALUE : size + sweep.size;
        }
        return size;
    }

    /** Returns the most characters that the values of one element can have. */
    static long longest(List<Sweep> beside) {
        return beside.stream().mapToLong(Sweep::longest).max().orElse(0);
    }

    private long longest() {
        long longest = longest(inner);
        for (Assignment assignment : assignments) {
            long value =
                    assignment.values().stream().mapToLong(String::length).max().orElse(0);
            longest = Math.addExact(
                    longest, Math.multiplyExact(value, (long) assignment.slots().size()));
        }
        return longest;
    }

    /**
     * Returns the n-th element of neighbouring sweeps, from 0. The elements of the first sweep come first, then those
     * of the next; the innermost sweep goes fastest. A place without a value from the element keeps the document's
     * text. Positions refer to the unchanged text.
     */
    static Element element(List<Sweep> beside, long n) {
        Map<DocumentPlace, TextEdits> edits = new HashMap<>();
        List<String> assigned = new ArrayList<>();
        collect(beside, n, (assignment, value) -> {
            assigned.add(value);
            assignment.slots().forEach(slot -> edits.computeIfAbsent(slot.place(), place -> new TextEdits())
                    .add(slot, value));
        });
        Map<DocumentPlace, String> values = new HashMap<>();
        edits.forEach((place, changes) -> values.put(place, changes.applied(place.value())));
        return new Element(values, assigned);
    }

    private static void collect(List<Sweep> beside, long n, BiConsumer<Assignment, String> taker) {
        long left = n;
        for (Sweep sweep : beside) {
            if (left < sweep.size) {
                sweep.collect(left, taker);
                return;
            }
            left -= sweep.size;
        }
    }

    private void collect(long n, BiConsumer<Assignment, String> taker) {
        long below = inner.isEmpty() ? 1 : size(inner);
        int step = (int) (n / below);
        assignments.forEach(
                assignment -> taker.accept(assignment, assignment.values().get(step)));
        collect(inner, n % below, taker);
    }
}
