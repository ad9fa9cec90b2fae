package dev.slipway.form;

import dev.slipway.request.RunPath;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Reads the fields of a form. A method that meets a wrong value notes the problem, and returns empty or the usual
 * value.
 */
final class FieldReader {
    /** The advice for an empty field, by the field's name. */
    private static final Map<String, String> FORMS = Map.ofEntries(
            Map.entry("name", "Write a name; it may have blanks."),
            Map.entry("executable", "Choose a program of the operator's application folders."),
            Map.entry("statement", "Write one SQL statement."),
            Map.entry("source", "Choose the database."),
            Map.entry("host", "Choose the host."),
            Map.entry("site", "Choose the site."),
            Map.entry("folder", "Choose the folder."),
            Map.entry("remotePath", "Write the whole path of the file on the host, as /data/curve.csv."),
            Map.entry("path", "Write the path below it, as curves/usd.csv."),
            Map.entry("file", "Name the file as the program expects it, as positions.csv."),
            Map.entry("workbook", "Name the .xlsx file that a step of an earlier order group brings."),
            Map.entry("range", "Write two corners of cells, as A1:D200."),
            Map.entry("columns", "Write a line for each column of the file, as bid = quote/bid."),
            Map.entry("data", "Write the text of the file."),
            Map.entry("sha256", "Choose a file of your computer and upload it."));

    /** Words for fields with names that do not fit into a sentence. */
    private static final Map<String, String> WORDS = Map.ofEntries(
            Map.entry("processes", "the number of processes"),
            Map.entry("hosts", "the number of hosts"),
            Map.entry("processesPerHost", "the number of processes on each host"),
            Map.entry("threads", "the number of threads"),
            Map.entry("processorsPerHost", "the number of processors on each host"),
            Map.entry("memoryPerHost", "the memory on each host"),
            Map.entry("qos", "the quality of service"),
            Map.entry("flavour", "the implementation of MPI"),
            Map.entry("wallTime", "the time limit"),
            Map.entry("memory", "the limit on memory"),
            Map.entry("processMemory", "the limit on a process's address space"),
            Map.entry("processLimit", "the limit on processes"),
            Map.entry("checkpoint", "the checkpoint folder"),
            Map.entry("stdout", "the file for standard output"),
            Map.entry("stderr", "the file for standard error"),
            Map.entry("executable", "the program"),
            Map.entry("stream", "the stream application"),
            Map.entry("columns", "the list of columns"),
            Map.entry("leastRows", "the least number of rows"),
            Map.entry("mostRows", "the greatest number of rows"),
            Map.entry("sha256", "the upload"),
            Map.entry("freshWithin", "the greatest age"),
            Map.entry("x", "the title of the axis across"),
            Map.entry("y", "the title of the axis up"),
            Map.entry("log", "the choice of logarithmic axes"),
            Map.entry("panel", "the panel's heading"));

    private final Map<String, String> values;
    private final List<FormProblem> problems = new ArrayList<>();

    FieldReader(Map<String, String> values) {
        this.values = values;
    }

    List<FormProblem> problems() {
        return problems;
    }

    void problem(String field, String message, String hint) {
        problems.add(new FormProblem(field, message, hint));
    }

    /** Returns the text as typed; empty text for a field without typed text. */
    String text(String field) {
        return values.getOrDefault(field, "");
    }

    Optional<String> optional(String field) {
        return Optional.of(text(field)).filter(value -> !value.isBlank());
    }

    /** Reads a required text. If the text is missing, notes the problem and returns the empty text. */
    String required(String field) {
        if (text(field).isBlank()) {
            problem(field, words(field) + " is missing", FORMS.getOrDefault(field, "Write it."));
        }
        return text(field);
    }

    boolean flag(String field) {
        return text(field).equals("true");
    }

    /** Reads a whole number. If the text is not a number, notes the problem and returns {@code usual}. */
    long number(String field, long least, long most, long usual) {
        String text = text(field).strip();
        if (text.matches("\\d{1,18}") && Long.parseLong(text) >= least && Long.parseLong(text) <= most) {
            return Long.parseLong(text);
        }
        if (!text.isEmpty()) {
            problem(
                    field,
                    words(field) + " is not a whole number of at least " + least + ": " + shown(text),
                    "Write it in digits, such as " + Math.max(least, 4) + ".");
        }
        return usual;
    }

    Optional<Long> number(String field) {
        return text(field).isBlank() ? Optional.empty() : Optional.of(number(field, 0, Long.MAX_VALUE, 0));
    }

    /** Reads a whole number of at least 1; empty if the field is empty. */
    Optional<Long> positive(String field, long most) {
        return text(field).isBlank() ? Optional.empty() : Optional.of(number(field, 1, most, 1));
    }

    Optional<Duration> span(String field) {
        String text = text(field);
        Optional<Duration> span = Span.read(text).filter(read -> !read.isNegative() && !read.isZero());
        if (!text.isBlank() && span.isEmpty()) {
            problem(
                    field,
                    words(field) + " is not a span of time: " + shown(text),
                    "Write a number with d, h, min or s, such as 1 h 30 min.");
        }
        return span;
    }

    /** Reads a file of the run folder. If the text is not a valid path, notes the problem and returns a dummy file. */
    RunPath file(String field) {
        String text = text(field).strip();
        if (RunPath.isAllowed(text)) {
            return new RunPath(text);
        }
        if (text.isEmpty()) {
            required(field);
        } else {
            problem(
                    field,
                    words(field) + " is not a file inside the run folder: " + shown(text),
                    "Name it relative to the run folder, without a leading /, . or ..; at most 255 characters.");
        }
        return new RunPath("missing");
    }

    /**
     * Reads a constant of an enumeration, in lower case with dashes. For any other text, notes the problem and returns
     * the first constant.
     */
    <E extends Enum<E>> E choice(String field, Class<E> type) {
        String text = text(field).strip();
        for (E each : type.getEnumConstants()) {
            if (word(each).equals(text)) {
                return each;
            }
        }
        if (!text.isEmpty()) {
            problem(field, words(field) + " is none of its choices: " + shown(text), "Choose one of them.");
        }
        return type.getEnumConstants()[0];
    }

    static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Reads items that have one part each. */
    List<String> items(String field) {
        return ItemLines.plain().read(text(field)).stream()
                .map(item -> item.get(0))
                .toList();
    }

    /** Returns a field's name in words: {@code remotePath} is "the remote path". */
    static String words(String field) {
        if (WORDS.containsKey(field)) {
            return WORDS.get(field);
        }
        String words = field.replaceAll("([a-z])([A-Z])", "$1 $2").toLowerCase(Locale.ROOT);
        return "the " + words;
    }

    static String shown(String text) {
        String line = text.lines().findFirst().orElse("");
        return "\"" + (line.length() > 80 ? line.substring(0, 79) + "\u2026" : line) + "\"";
    }
}
