package dev.slipway.document.launch;

import dev.slipway.document.grammar.DocumentGrammar;
import dev.slipway.document.grammar.Names;
import dev.slipway.document.tree.DocumentElement;
import dev.slipway.document.tree.Findings;
import dev.slipway.document.tree.ValueReader;
import dev.slipway.request.StreamApplication;
import dev.slipway.request.StreamKernel;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Reads attributes of a stream application. Each method reports an invalid value and then returns empty. */
final class StreamValues {
    private static final int LONGEST_NUMBER = 10;

    private final Findings findings;
    private final ValueReader values;

    StreamValues(Findings findings) {
        this.findings = findings;
        this.values = new ValueReader(findings);
    }

    /** Returns a name that must be present. */
    Optional<String> name(DocumentElement element, String attribute) {
        return values.required(element, attribute).filter(fits(element, attribute, StreamApplication::isName, named()));
    }

    private static String named() {
        return "Write " + StreamApplication.NAME_FORM + ".";
    }

    /** Returns one name or several. */
    Optional<List<String>> names(DocumentElement element, String attribute) {
        return values.required(element, attribute)
                .filter(fits(
                        element,
                        attribute,
                        text -> words(text).stream().allMatch(StreamApplication::isName),
                        "Write names of kernels, with a blank between two."))
                .map(StreamValues::words);
    }

    private static List<String> words(String text) {
        return List.of(text.split("\\s+"));
    }

    /** Returns a line of text that must be present. */
    Optional<String> line(DocumentElement element, String attribute) {
        return values.required(element, attribute)
                .filter(fits(element, attribute, StreamKernel::isValue, "Write it on one line."));
    }

    /** Returns the name of a variable. */
    Optional<String> variable(DocumentElement element) {
        return values.required(element, "name")
                .filter(fits(
                        element,
                        "name",
                        StreamKernel::isVariable,
                        "Write letters, digits and _, no digit first, at most 63."));
    }

    /** Returns the value of a variable. White space counts. */
    Optional<String> value(DocumentElement element) {
        return Optional.of(element.attribute("value").orElse(""))
                .filter(fits(element, "value", StreamKernel::isValue, "Write one line that is not empty."));
    }

    /** Returns a whole number, if the attribute is present. */
    Optional<Integer> number(DocumentElement element, String attribute, int least, int most) {
        return element.attribute(attribute)
                .map(String::strip)
                .filter(fits(
                        element,
                        attribute,
                        text -> isNumber(text, least, most),
                        "Write a whole number from " + least + " to " + most + "."))
                .map(Integer::parseInt);
    }

    private static boolean isNumber(String text, int least, int most) {
        return text.length() <= LONGEST_NUMBER
                && text.matches("\\d+")
                && Long.parseLong(text) >= least
                && Long.parseLong(text) <= most;
    }

    boolean truth(DocumentElement element, String attribute) {
        return values.truth(element, attribute);
    }

    /** Returns one of an enumeration's words in lower case, if the attribute is present. */
    <E extends Enum<E>> Optional<E> choice(DocumentElement element, String attribute, Class<E> type) {
        List<E> all = Arrays.asList(type.getEnumConstants());
        String words = all.stream().map(StreamValues::word).collect(Collectors.joining(", "));
        return element.attribute(attribute)
                .map(String::strip)
                .filter(fits(
                        element,
                        attribute,
                        text -> all.stream().anyMatch(one -> word(one).equals(text)),
                        "Write one of " + words + "."))
                .map(text -> Enum.valueOf(type, text.toUpperCase(Locale.ROOT)));
    }

    private static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    /** Reports an attribute that has a meaning but is not supported. */
    void notOffered(DocumentElement element, String attribute, String what) {
        if (element.attribute(attribute).isPresent()) {
            findings.unsupported(
                    element,
                    what + " (attribute " + attribute + " of " + Names.label(element.name()) + ")",
                    DocumentGrammar.OWN_MACHINE);
        }
    }

    private Predicate<String> fits(DocumentElement element, String attribute, Predicate<String> right, String remedy) {
        return text -> {
            if (!right.test(text)) {
                findings.problem(
                        element,
                        "attribute " + attribute + " of " + Names.label(element.name()) + " is not right: \""
                                + Names.shown(text) + "\"",
                        remedy);
            }
            return right.test(text);
        };
    }
}
