package dev.slipway.form;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;

/**
 * A table of values that makes several jobs of one form. The first line names the blanks of the form, and each further
 * line has their values for one job. Commas, semicolons or tabs separate the values; spreadsheets copy rows with tabs.
 *
 * @param rows the values of each job, by the names of the blanks
 */
record SweepTable(List<String> names, List<Map<String, String>> rows) {
    private static final int MOST_ROWS = 1000;
    private static final int MOST_NAMES = 30;
    private static final String EXAMPLE =
            "Write a line of names such as desk,horizon, and a line of values for each" + " job, such as rates,10.";

    /** The table, or the problems that keep the text from being one. */
    record Read(Optional<SweepTable> table, List<FormProblem> problems) {}

    static Read read(String text) {
        List<List<String>> lines = new ArrayList<>();
        try (CSVParser parser = CSVParser.parse(text, format(text))) {
            for (CSVRecord line : parser) {
                if (lines.size() > MOST_ROWS) {
                    return refused("the table has more than " + MOST_ROWS + " jobs", "Split it into several sweeps.");
                }
                lines.add(line.stream().map(String::strip).toList());
            }
        } catch (IOException | java.io.UncheckedIOException | IllegalStateException e) {
            return refused("a quote of the table does not end", "Close it, or write \"\" for a quote in a value.");
        }
        return lines.isEmpty() ? refused("the table has no line of names", EXAMPLE) : of(lines);
    }

    private static CSVFormat format(String text) {
        String names = text.lines().filter(line -> !line.isBlank()).findFirst().orElse("");
        char delimiter = names.indexOf('\t') >= 0 ? '\t' : names.indexOf(';') >= 0 ? ';' : ',';
        return CSVFormat.DEFAULT
                .builder()
                .setDelimiter(delimiter)
                .setIgnoreEmptyLines(true)
                .setIgnoreSurroundingSpaces(delimiter != '\t')
                .get();
    }

    private static Read of(List<List<String>> lines) {
        List<String> names = lines.get(0);
        List<FormProblem> problems = new ArrayList<>();
        names.stream()
                .filter(name -> !name.matches(Placeholders.NAME))
                .forEach(name -> problems.add(problem(
                        "not a name for a column: " + FieldReader.shown(name),
                        "A name begins with a letter and has at most 32 letters, digits, _ and -.")));
        if (new LinkedHashSet<>(names).size() < names.size() || names.size() > MOST_NAMES) {
            problems.add(problem(
                    "the names of the columns must differ, and there may be at most " + MOST_NAMES,
                    "Change the first line."));
        }
        if (lines.size() == 1) {
            problems.add(problem("the table has names and no values", EXAMPLE));
        }
        for (int i = 1; i < lines.size(); i++) {
            int values = lines.get(i).size();
            if (values != names.size()) {
                problems.add(problem(
                        "row " + i + " has " + values + " values, and the table has " + names.size() + " columns",
                        "Give the row a value for each column; a value with the separator stands in double quotes."));
                break;
            }
        }
        if (!problems.isEmpty()) {
            return new Read(Optional.empty(), problems);
        }
        return new Read(
                Optional.of(new SweepTable(
                        names,
                        lines.stream().skip(1).map(line -> row(names, line)).toList())),
                List.of());
    }

    private static Map<String, String> row(List<String> names, List<String> values) {
        Map<String, String> row = new LinkedHashMap<>();
        for (int i = 0; i < names.size(); i++) {
            row.put(names.get(i), values.get(i));
        }
        return row;
    }

    /** Returns a problem for each blank without a column, and one for the columns without a blank. */
    List<FormProblem> disagreements(Iterable<String> blanks) {
        List<FormProblem> problems = new ArrayList<>();
        LinkedHashSet<String> unused = new LinkedHashSet<>(names);
        for (String blank : blanks) {
            if (!unused.remove(blank)) {
                problems.add(problem(
                        "the job says ${" + blank + "}, and the table has no column " + blank,
                        "Add the column, or write $${" + blank + "} if the text ${" + blank + "} itself is meant."));
            }
        }
        if (!unused.isEmpty()) {
            problems.add(problem(
                    unused.stream().collect(Collectors.joining(" and ", "nothing in the job uses column ", "")),
                    "Write ${" + unused.iterator().next()
                            + "} in a field of the job, such as an argument or a parameter, or remove the column."));
        }
        return problems;
    }

    private static Read refused(String message, String hint) {
        return new Read(Optional.empty(), List.of(problem(message, hint)));
    }

    static FormProblem problem(String message, String hint) {
        return new FormProblem(JobForm.SWEEP, message, hint);
    }
}
