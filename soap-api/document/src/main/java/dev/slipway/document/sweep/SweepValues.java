package dev.slipway.document.sweep;

import dev.slipway.document.grammar.Names;
import dev.slipway.document.tree.DocumentElement;
import dev.slipway.document.tree.Findings;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import javax.xml.namespace.QName;

/** Reads the functions of a sweep: a list of values, or numbers from a start to an end. */
final class SweepValues {
    private static final Pattern NUMBER =
            Pattern.compile("[+-]?(\\d{1,15}(\\.\\d{0,15})?|\\.\\d{1,15})([eE][+-]?\\d{1,2})?");

    private final Findings findings;

    SweepValues(Findings findings) {
        this.findings = findings;
    }

    Optional<List<String>> read(DocumentElement assignment) {
        List<DocumentElement> functions = assignment.children().stream()
                .filter(child -> child.name().getNamespaceURI().equals(Names.FUNCTIONS))
                .toList();
        if (functions.size() != 1) {
            findings.problem(
                    assignment,
                    functions.isEmpty()
                            ? "sweep:Assignment has no values"
                            : "sweep:Assignment has more than one function for its values",
                    "Write exactly one of sweepfunc:Values, sweepfunc:LoopInteger, sweepfunc:LoopDouble.");
            return Optional.empty();
        }
        DocumentElement function = functions.get(0);
        return function.name().getLocalPart().equals("Values") ? listed(function) : loop(function);
    }

    private Optional<List<String>> listed(DocumentElement function) {
        List<String> values = function.children(new QName(Names.FUNCTIONS, "Value")).stream()
                .map(DocumentElement::text)
                .toList();
        return some(function, values);
    }

    private Optional<List<String>> some(DocumentElement function, List<String> values) {
        if (values.isEmpty()) {
            findings.problem(function, Names.label(function.name()) + " holds no value", "Add one.");
            return Optional.empty();
        }
        return Optional.of(values);
    }

    private Optional<List<String>> loop(DocumentElement function) {
        boolean whole = !function.name().getLocalPart().equals("LoopDouble");
        Optional<BigDecimal> start = number(function, "start", whole, Optional.empty());
        Optional<BigDecimal> end = number(function, "end", whole, Optional.empty());
        Optional<BigDecimal> step = number(function, "step", whole, whole ? Optional.of("1") : Optional.empty());
        Set<BigDecimal> exceptions = new HashSet<>();
        for (DocumentElement exception : function.children(new QName(Names.FUNCTIONS, "Exception"))) {
            number(exception, "value", whole, Optional.empty())
                    .ifPresent(value -> exceptions.add(value.stripTrailingZeros()));
        }
        if (start.isEmpty() || end.isEmpty() || step.isEmpty()) {
            return Optional.empty();
        }
        if (step.get().signum() == 0) {
            findings.problem(function, Names.label(function.name()) + " has a step of 0", "Write another step.");
            return Optional.empty();
        }
        return counted(function, start.get(), end.get(), step.get(), exceptions);
    }

    private Optional<List<String>> counted(
            DocumentElement function, BigDecimal start, BigDecimal end, BigDecimal step, Set<BigDecimal> exceptions) {
        BigDecimal steps = end.subtract(start).divideToIntegralValue(step);
        if (end.subtract(start).signum() * step.signum() < 0) {
            return some(function, List.of());
        }
        if (steps.compareTo(BigDecimal.valueOf(SweepReading.MOST_ELEMENTS)) >= 0) {
            findings.unsupported(
                    function,
                    "a sweep over " + steps.add(BigDecimal.ONE).toBigInteger() + " values",
                    "At most " + SweepReading.MOST_ELEMENTS + " jobs: sweep over parts, one document for each.");
            return Optional.empty();
        }
        List<String> values = new ArrayList<>();
        BigDecimal value = start;
        for (int i = 0; i <= steps.intValueExact(); i++) {
            if (!exceptions.contains(value.stripTrailingZeros())) {
                values.add(plain(value));
            }
            value = value.add(step);
        }
        return some(function, values);
    }

    private static String plain(BigDecimal value) {
        return value.signum() == 0 ? "0" : value.stripTrailingZeros().toPlainString();
    }

    private Optional<BigDecimal> number(
            DocumentElement element, String attribute, boolean whole, Optional<String> otherwise) {
        String text = element.attribute(attribute)
                .map(String::strip)
                .or(() -> otherwise)
                .orElse("");
        Optional<BigDecimal> number =
                NUMBER.matcher(text).matches() ? Optional.of(new BigDecimal(text)) : Optional.empty();
        if (number.filter(value -> !whole || value.stripTrailingZeros().scale() <= 0)
                .isEmpty()) {
            findings.problem(
                    element,
                    "attribute " + attribute + " of " + Names.label(element.name()) + " is not a "
                            + (whole ? "whole " : "") + "number: \"" + Names.shown(text) + "\"",
                    whole ? "Write a whole number, such as 10." : "Write a number, such as 0.25.");
            return Optional.empty();
        }
        return number;
    }
}
