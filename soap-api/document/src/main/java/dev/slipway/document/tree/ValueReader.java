package dev.slipway.document.tree;

import dev.slipway.document.grammar.Names;
import dev.slipway.request.Compression;
import dev.slipway.request.CreationFlag;
import dev.slipway.request.HttpFetch;
import dev.slipway.request.RunPath;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** Reads typed values. A method that meets a wrong value reports the problem, and returns empty or the default. */
public final class ValueReader {
    private static final Pattern NUMBER = Pattern.compile("[+-]?(\\d+(\\.\\d*)?|\\.\\d+)([eE][+-]?\\d+)?");
    private static final Pattern DIGITS = Pattern.compile("[+-]?\\d+");

    /** Maps the name of an empty element or attribute to the text that an author can write there. */
    private static final Map<String, String> FORMS = Map.ofEntries(
            Map.entry("Database", "the operator's name of a database"),
            Map.entry("source", "the operator's name of a database"),
            Map.entry("site", "the operator's name of a web site"),
            Map.entry("folder", "the operator's name of a folder"),
            Map.entry("path", "the path of a file"),
            Map.entry("workbook", "the name of a file in the run folder"),
            Map.entry("range", "two corners of cells, as A1:D200"),
            Map.entry("RemoteHostName", "the operator's name of a host"),
            Map.entry("Partition", "the operator's name of a partition"),
            Map.entry("Constraint", "the cluster's name of a feature of its hosts"),
            Map.entry("Reservation", "the cluster's name of a reservation"),
            Map.entry("QualityOfService", "the cluster's name of a quality of service"),
            Map.entry("BG_Mpirun_Partition", "the operator's name of a partition"),
            Map.entry("program", "a program of the operator's application folders"),
            Map.entry("Executable", "a program of the operator's application folders"),
            Map.entry("BG_Mpirun_Exe", "a program of the operator's application folders"),
            Map.entry("SourceFileName", "the whole path of a file"),
            Map.entry("TargetFileName", "the whole path of a file"),
            Map.entry("Statement", "one SQL statement"),
            Map.entry("SQLStatement", "one SQL statement"),
            Map.entry("Column", "the name of a column of the file"),
            Map.entry("file", "the name of a file in the run folder"),
            Map.entry("name", "a name"));

    private static final int LONGEST_NUMBER = 40;

    private final Findings findings;

    public ValueReader(Findings findings) {
        this.findings = findings;
    }

    /** Reports a problem that the caller has found. */
    public void problem(DocumentElement at, String message, String hint) {
        findings.problem(at, message, hint);
    }

    /** Reads the attribute {@code path} of a site. */
    public Optional<String> sitePath(DocumentElement element) {
        Optional<String> path = required(element, "path");
        if (path.isEmpty() || HttpFetch.isPath(path.get())) {
            return path;
        }
        findings.problem(
                element,
                "attribute path of " + Names.label(element.name()) + " is not a path below a site: \""
                        + Names.shown(path.get()) + "\"",
                "Write the rest of the URL after the site's own, percent-encoded, without . or .. or a fragment.");
        return Optional.empty();
    }

    /** Reads a file of the run folder. */
    public Optional<RunPath> runPath(DocumentElement at, String what, String text) {
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

    public Optional<RunPath> runPath(DocumentElement element) {
        return runPath(element, Names.label(element.name()), element.text());
    }

    /** Reads a text that may not be blank; removes the white space around it. */
    public Optional<String> name(DocumentElement element) {
        return nonBlank(element, element.name().getLocalPart(), Names.label(element.name()), element.stripped());
    }

    /** Reads an attribute that must be there and may not be blank. */
    public Optional<String> required(DocumentElement element, String attribute) {
        return nonBlank(
                element,
                attribute,
                "attribute " + attribute + " of " + Names.label(element.name()),
                element.attribute(attribute).orElse("").strip());
    }

    private Optional<String> nonBlank(DocumentElement at, String local, String what, String value) {
        if (value.isEmpty()) {
            findings.problem(
                    at, what + " is missing or empty", "Write " + FORMS.getOrDefault(local, "its value") + ".");
            return Optional.empty();
        }
        return Optional.of(value);
    }

    public boolean truth(DocumentElement at, String what, String text) {
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

    public boolean truth(DocumentElement element, String attribute) {
        return element.attribute(attribute)
                .map(value -> truth(element, "attribute " + attribute, value))
                .orElse(false);
    }

    /** Reads a whole number of at least {@code least}; JSDL writes some whole numbers as doubles. */
    public Optional<Integer> whole(DocumentElement at, String what, String text, int least) {
        String number = text.strip();
        Optional<Integer> value =
                number.length() <= LONGEST_NUMBER && NUMBER.matcher(number).matches()
                        ? whole(Double.parseDouble(number), least)
                        : Optional.empty();
        if (value.isEmpty()) {
            notWhole(at, what, number, least);
        } else if (!DIGITS.matcher(number).matches()) {
            findings.warning(
                    at,
                    what + " is " + value.get() + ", but not written as a whole number: \"" + number + "\"",
                    "Nothing to do: it is read all the same.");
        }
        return value;
    }

    public Optional<Integer> whole(DocumentElement at, String what, double number, int least) {
        Optional<Integer> value = whole(number, least);
        if (value.isEmpty()) {
            notWhole(at, what, Double.toString(number), least);
        }
        return value;
    }

    private static Optional<Integer> whole(double value, int least) {
        return value == Math.rint(value) && value >= least && value <= Integer.MAX_VALUE
                ? Optional.of((int) value)
                : Optional.empty();
    }

    private void notWhole(DocumentElement at, String what, String number, int least) {
        findings.problem(
                at,
                what + " is not a whole number of at least " + least + ": \"" + Names.shown(number) + "\"",
                what.endsWith("WallTimeLimit")
                        ? "Write whole seconds in digits, such as 600."
                        : "Write a whole number in digits, such as " + Math.max(least, 4) + ".");
    }

    /** Reads a number as XML Schema's double spells it. */
    public Optional<Double> number(DocumentElement at, String what, String text) {
        String value = text.strip();
        if (value.equals("INF") || value.equals("-INF")) {
            return Optional.of(value.equals("INF") ? Double.POSITIVE_INFINITY : Double.NEGATIVE_INFINITY);
        }
        if (value.length() <= LONGEST_NUMBER && NUMBER.matcher(value).matches()) {
            return Optional.of(Double.parseDouble(value));
        }
        findings.problem(
                at, what + " is not a number: \"" + Names.shown(value) + "\"", "Write a number, such as 4 or 0.5.");
        return Optional.empty();
    }

    public int orderGroup(DocumentElement element) {
        return element.attribute("orderGroup")
                .flatMap(text -> whole(element, "attribute orderGroup", text, 0))
                .orElse(1);
    }

    /** Reads the creation flag. If the element says none of the three, that is reported and overwrite returned. */
    public CreationFlag creation(DocumentElement element) {
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

    public Compression compression(DocumentElement element) {
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
