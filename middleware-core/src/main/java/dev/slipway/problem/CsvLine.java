package dev.slipway.problem;

import java.util.List;
import java.util.stream.Collectors;

/**
 * Writes a line of CSV by RFC 4180. A text that a spreadsheet would take for a formula gets an apostrophe in front.
 */
public final class CsvLine {
    /** The end of each line. */
    public static final String END = "\r\n";

    private CsvLine() {}

    /** Returns the line without its end. */
    public static String of(List<String> values) {
        return values.stream().map(CsvLine::quoted).collect(Collectors.joining(","));
    }

    private static String quoted(String text) {
        String value = text.matches("(?s)[=+@\t-]\\D.*") ? "'" + text : text;
        return value.matches("[^\",\r\n]*") ? value : '"' + value.replace("\"", "\"\"") + '"';
    }
}
