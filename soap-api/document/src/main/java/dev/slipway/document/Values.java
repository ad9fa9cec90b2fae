package dev.slipway.document;

import dev.slipway.request.Compression;
import dev.slipway.request.RunPath;
import java.util.Optional;

/** Reads typed values; each method reports what is wrong and then answers empty or the default. */
final class Values {
    private final Findings findings;

    Values(Findings findings) {
        this.findings = findings;
    }

    /** A file of the run folder. */
    Optional<RunPath> runPath(DocumentElement at, String what, String text) {
        String value = text.strip();
        if (RunPath.isAllowed(value)) {
            return Optional.of(new RunPath(value));
        }
        findings.problem(
                at,
                what + " is not a file inside the run folder: \"" + Names.shown(value) + "\"",
                "Name it relative to the run folder, without a leading /, . or ..; at most 255 characters.");
        return Optional.empty();
    }

    Optional<RunPath> runPath(DocumentElement element) {
        return runPath(element, Names.label(element.name()), element.text());
    }

    /** Text that may not be blank, without the white space around it. */
    Optional<String> name(DocumentElement element) {
        return nonBlank(element, Names.label(element.name()), element.stripped());
    }

    /** An attribute that must be there and not blank. */
    Optional<String> required(DocumentElement element, String attribute) {
        return nonBlank(
                element,
                "attribute " + attribute + " of " + Names.label(element.name()),
                element.attribute(attribute).orElse("").strip());
    }

    private Optional<String> nonBlank(DocumentElement at, String what, String value) {
        if (value.isEmpty()) {
            findings.problem(at, what + " is missing or empty", "Fill it in.");
            return Optional.empty();
        }
        return Optional.of(value);
    }

    boolean truth(DocumentElement at, String what, String text) {
        String value = text.strip();
        if (value.equals("true") || value.equals("1")) {
            return true;
        }
        if (!value.equals("false") && !value.equals("0")) {
            findings.problem(
                    at, what + " is neither true nor false: \"" + Names.shown(value) + "\"", "Write true or false.");
        }
        return false;
    }

    boolean truth(DocumentElement element, String attribute) {
        return element.attribute(attribute)
                .map(value -> truth(element, "attribute " + attribute, value))
                .orElse(false);
    }

    /** A whole number of at least {@code least}; JSDL writes some of them as doubles. */
    Optional<Integer> whole(DocumentElement at, String what, String text, int least) {
        try {
            double value = Double.parseDouble(text.strip());
            if (value == Math.rint(value) && value >= least && value <= Integer.MAX_VALUE) {
                return Optional.of((int) value);
            }
        } catch (NumberFormatException e) {
            // Reported below, like a number out of range.
        }
        findings.problem(
                at,
                what + " is not a whole number of at least " + least + ": \"" + Names.shown(text.strip()) + "\"",
                "Correct the number.");
        return Optional.empty();
    }

    int orderGroup(DocumentElement element) {
        return element.attribute("orderGroup")
                .flatMap(text -> whole(element, "attribute orderGroup", text, 0))
                .orElse(1);
    }

    Compression compression(DocumentElement element) {
        String value = element.attribute("compression").orElse("none").strip();
        return switch (value) {
            case "none" -> Compression.NONE;
            case "bgzf" -> Compression.BGZF;
            default -> {
                findings.problem(element, "no such compression: \"" + Names.shown(value) + "\"", "Write bgzf or none.");
                yield Compression.NONE;
            }
        };
    }
}
