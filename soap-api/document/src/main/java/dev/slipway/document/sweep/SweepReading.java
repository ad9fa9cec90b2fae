package dev.slipway.document.sweep;

import dev.slipway.document.grammar.Names;
import dev.slipway.document.tree.DocumentElement;
import dev.slipway.document.tree.DocumentPlace;
import dev.slipway.document.tree.Findings;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.LongStream;
import javax.xml.namespace.QName;

/** Expands the sweeps of a document into their elements, within limits on number and work. */
public final class SweepReading {
    /** The most elements of one sweep. */
    static final int MOST_ELEMENTS = 10_000;

    /** The most XML elements in all copies of the document together. */
    private static final long MOST_WORK = 300_000;

    /** The most characters in all copies of the document together. */
    private static final long MOST_TEXT = 30_000_000;

    private static final QName SWEEP = new QName(Names.SWEEP, "Sweep");

    private final Findings findings;
    private final DocumentElement root;
    private final SweepPath paths;
    private final Map<DocumentPlace, List<Sweep.Slot>> taken = new HashMap<>();
    private final List<Sweep.Assignment> clear = new ArrayList<>();
    private final Set<DocumentPlace> clearPlaces = new HashSet<>();

    public SweepReading(Findings findings, DocumentElement root) {
        this.findings = findings;
        this.root = root;
        this.paths = new SweepPath(root, findings);
    }

    /**
     * Returns the elements of the sweeps, at least one. A sweep that is too large is reported and gives only the first
     * element. If the document has errors so far, one element stands for all, with the first values of all valid
     * assignments, so that reading the element shows the document's other errors.
     */
    public List<Supplier<Sweep.Element>> read(List<DocumentElement> sweeps) {
        List<Sweep> beside = beside(sweeps);
        if (beside.size() < sweeps.size() || findings.hasErrors()) {
            return List.of(
                    () -> clear.isEmpty() ? Sweep.Element.NONE : Sweep.element(List.of(Sweep.of(clear, List.of())), 0));
        }
        long size = tooLarge(beside, sweeps.get(0)) ? 1 : Sweep.size(beside);
        return LongStream.range(0, size)
                .<Supplier<Sweep.Element>>mapToObj(n -> () -> Sweep.element(beside, n))
                .toList();
    }

    private boolean tooLarge(List<Sweep> beside, DocumentElement at) {
        long size = Sweep.size(beside);
        if (size <= MOST_ELEMENTS
                && size * root.size() <= MOST_WORK
                && size * (root.length() + Sweep.longest(beside)) <= MOST_TEXT) {
            return false;
        }
        findings.unsupported(
                at,
                size == Long.MAX_VALUE
                        ? "a sweep of more jobs than can be counted"
                        : "a sweep of " + size + " jobs like this one",
                limits());
        return true;
    }

    private static String limits() {
        return "At most " + MOST_ELEMENTS + " jobs, and " + MOST_WORK + " XML elements and " + MOST_TEXT
                + " characters in all their documents together: sweep over parts, one document for each.";
    }

    /**
     * Returns the valid sweeps. Neighbouring sweeps run one after the other, so they may put values into the same
     * places.
     */
    private List<Sweep> beside(List<DocumentElement> sweeps) {
        return sweeps.stream().map(this::sweep).flatMap(Optional::stream).toList();
    }

    private Optional<Sweep> sweep(DocumentElement element) {
        List<Sweep.Assignment> assignments = new ArrayList<>();
        for (DocumentElement child : element.children(new QName(Names.SWEEP, "Assignment"))) {
            assignment(child).ifPresent(assignments::add);
        }
        int wanted = element.children(new QName(Names.SWEEP, "Assignment")).size();
        if (wanted == 0) {
            findings.problem(element, "sweep:Sweep has no sweep:Assignment", "Add one.");
        }
        if (wanted == 0 || assignments.size() < wanted) {
            return Optional.empty();
        }
        Set<Integer> lengths = new HashSet<>();
        assignments.forEach(assignment -> lengths.add(assignment.values().size()));
        if (lengths.size() > 1) {
            findings.problem(
                    element,
                    "the assignments of one sweep:Sweep have different numbers of values: " + new TreeSet<>(lengths),
                    "They advance together: give them the same number, or nest a sweep:Sweep for all combinations.");
            return Optional.empty();
        }
        List<DocumentElement> nested = element.children(SWEEP);
        List<Sweep> inner = beside(nested);
        assignments.stream().flatMap(assignment -> assignment.slots().stream()).forEach(slot -> taken.get(slot.place())
                .remove(slot));
        return inner.size() < nested.size() ? Optional.empty() : Optional.of(Sweep.of(assignments, inner));
    }

    private Optional<Sweep.Assignment> assignment(DocumentElement element) {
        List<Sweep.Slot> slots = new ArrayList<>();
        // The draft of 2007 writes the path alone, with the prefixes of the document.
        List<DocumentElement> nodes = element.children().stream()
                .filter(child -> child.name().getNamespaceURI().equals(Names.SWEEP))
                .toList();
        for (DocumentElement node : nodes) {
            DocumentElement match = node.child(new QName(Names.SWEEP, "Match")).orElse(node);
            slots.addAll(paths.slots(match, bindings(node)));
        }
        Optional<List<String>> values = new SweepValues(findings).read(element);
        slots.removeIf(slot -> overlaps(slot, element));
        if (nodes.isEmpty()) {
            findings.problem(element, "sweep:Assignment says no place for its values", "Add sweep:DocumentNode.");
        }
        if (slots.isEmpty()) {
            return Optional.empty();
        }
        Optional<Sweep.Assignment> assignment = values.map(list -> new Sweep.Assignment(slots, list));
        // Neighbouring sweeps may put values into the same places.
        assignment
                .filter(one -> one.slots().stream().map(Sweep.Slot::place).allMatch(clearPlaces::add))
                .ifPresent(clear::add);
        return assignment;
    }

    private static Map<String, String> bindings(DocumentElement node) {
        Map<String, String> bindings = new TreeMap<>();
        for (DocumentElement binding : node.children(new QName(Names.SWEEP, "NamespaceBinding"))) {
            bindings.put(
                    binding.attribute("prefix").orElse("").strip(),
                    binding.attribute("ns").orElse("").strip());
        }
        return bindings;
    }

    private boolean overlaps(Sweep.Slot slot, DocumentElement element) {
        List<Sweep.Slot> others = taken.computeIfAbsent(slot.place(), place -> new ArrayList<>());
        boolean clash = others.stream()
                .anyMatch(other -> slot.equals(other) || slot.from() < other.to() && other.from() < slot.to());
        if (clash) {
            findings.problem(
                    element,
                    "two assignments put a value into the same place: "
                            + slot.place().element().xpath(),
                    "Keep one of them.");
        }
        others.add(slot);
        return clash;
    }
}
