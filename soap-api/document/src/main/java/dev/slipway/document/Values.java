package dev.slipway.document;

import dev.slipway.request.Compression;
import dev.slipway.request.CreationFlag;
import dev.slipway.request.RunPath;
import java.util.Optional;
import java.util.regex.Pattern;

/** Reads typed values; each method reports what is wrong and then answers empty or the default. */
final class Values {
    private static final Pattern NUMBER = Pattern.compile("[+-]?(\\d+(\\.\\d*)?|\\.\\d+)([eE][+-]?\\d+)?");
    private static final int LONGEST_NUMBER = 40;

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
        String hint = "Name it relative to the run folder, without a leading /, . or ..; at most 255 characters.";
        if (value.startsWith("/") && RunPath.isAllowed(value.substring(1))) {
            findings.unsupported(at, what + " outside the run folder (" + Names.shown(value) + ")", hint);
        } else {
            findings.problem(at, what + " is not a file inside the run folder: \"" + Names.shown(value) + "\"", hint);
        }
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
        String number = text.strip();
        if (number.length() <= LONGEST_NUMBER && NUMBER.matcher(number).matches()) {
            double value = Double.parseDouble(number);
            if (value == Math.rint(value) && value >= least && value <= Integer.MAX_VALUE) {
                return Optional.of((int) value);
            }
        }
        findings.problem(
                at,
                what + " is not a whole number of at least " + least + ": \"" + Names.shown(text.strip()) + "\"",
                "Correct the number.");
        return Optional.empty();
    }

    /** A number as XML Schema's double spells it. */
    Optional<Double> number(DocumentElement at, String what, String text) {
        String value = text.strip();
        if (value.equals("INF") || value.equals("-INF")) {
            return Optional.of(value.equals("INF") ? Double.POSITIVE_INFINITY : Double.NEGATIVE_INFINITY);
        }
        if (value.length() <= LONGEST_NUMBER && NUMBER.matcher(value).matches()) {
            return Optional.of(Double.parseDouble(value));
        }
        findings.problem(at, what + " is not a number: \"" + Names.shown(value) + "\"", "Correct the number.");
        return Optional.empty();
    }

    int orderGroup(DocumentElement element) {
        return element.attribute("orderGroup")
                .flatMap(text -> whole(element, "attribute orderGroup", text, 0))
                .orElse(1);
    }

    /** Overwrite, and reported, if the element says none of the three. */
    CreationFlag creation(DocumentElement element) {
        String value = element.stripped();
        return switch (value) {
            case "overwrite" -> CreationFlag.OVERWRITE;
            case "append" -> CreationFlag.APPEND;
            case "dontOverwrite" -> CreationFlag.DONT_OVERWRITE;
            default -> {
                findings.problem(
                        element,
                        "no such creation flag: \"" + Names.shown(value) + "\"",
                        "Write overwrite, append or dontOverwrite.");
                yield CreationFlag.OVERWRITE;
            }
        };
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
