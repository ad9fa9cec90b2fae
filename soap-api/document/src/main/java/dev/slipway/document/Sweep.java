package dev.slipway.document;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One parameter sweep (GFD.149): its assignments advance together; for each step of theirs the inner sweep runs through all of its own.
 *
 * @param assignments at least one, all of the same length
 */
record Sweep(List<Assignment> assignments, Optional<Sweep> inner) {

    Sweep {
        assignments = List.copyOf(assignments);
    }

    /** One series of values and every place that takes them. */
    record Assignment(List<Slot> slots, List<String> values) {
        Assignment {
            slots = List.copyOf(slots);
            values = List.copyOf(values);
        }
    }

    /**
     * Where a value goes.
     *
     * @param from index of the first character that the value replaces
     * @param to index after the last one
     */
    record Slot(DocumentPlace place, int from, int to) {}

    /** What one element of the sweep puts into the document. */
    record Element(Map<DocumentPlace, String> values) {}

    /** The number of elements; the largest number there is stands for all beyond it. */
    long size() {
        long own = assignments.get(0).values().size();
        long below = inner.map(Sweep::size).orElse(1L);
        return below > Long.MAX_VALUE / own ? Long.MAX_VALUE : own * below;
    }

    /** Characters that the values of one element come to at most. */
    long longest() {
        long longest = inner.map(Sweep::longest).orElse(0L);
        for (Assignment assignment : assignments) {
            long value =
                    assignment.values().stream().mapToLong(String::length).max().orElse(0);
            longest = Math.addExact(
                    longest, Math.multiplyExact(value, (long) assignment.slots().size()));
        }
        return longest;
    }

    /** The n-th element, from 0; the innermost sweep goes fastest. Positions in a text are those of the document as it stands. */
    Element element(long n) {
        Map<DocumentPlace, Edits> edits = new HashMap<>();
        collect(n, edits);
        Map<DocumentPlace, String> values = new HashMap<>();
        edits.forEach((place, changes) -> values.put(place, changes.applied(place.value())));
        return new Element(values);
    }

    private void collect(long n, Map<DocumentPlace, Edits> edits) {
        long below = inner.map(Sweep::size).orElse(1L);
        int step = (int) (n / below);
        for (Assignment assignment : assignments) {
            String value = assignment.values().get(step);
            assignment.slots().forEach(slot -> edits.computeIfAbsent(slot.place(), place -> new Edits())
                    .add(slot, value));
        }
        inner.ifPresent(sweep -> sweep.collect(n % below, edits));
    }
}
