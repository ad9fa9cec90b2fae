package dev.slipway.problem;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Writes lines of CSV by RFC 4180. A text that a spreadsheet would take for a formula gets an apostrophe in front; a
 * number with a sign does not.
 */
public final class CsvLines {
    private static final String END = "\r\n";
    private static final Pattern FORMULA = Pattern.compile("[=+@\t\r-].*", Pattern.DOTALL);
    private static final Pattern NUMBER = Pattern.compile("[+-]?\\d{1,400}(\\.\\d{1,400})?([eE][+-]?\\d{1,4})?");

    private CsvLines() {}

    /** Returns the lines of these values, each with its end. */
    public static String of(Stream<List<String>> lines) {
        return lines.map(CsvLines::line).collect(Collectors.joining(END, "", END));
    }

    private static String line(List<String> values) {
        return values.stream().map(CsvLines::quoted).collect(Collectors.joining(","));
    }

    private static String quoted(String text) {
        boolean formula =
                FORMULA.matcher(text).matches() && !NUMBER.matcher(text).matches();
        String value = formula ? "'" + text : text;
        return value.matches("[^\",\r\n]*") ? value : '"' + value.replace("\"", "\"\"") + '"';
    }
}
