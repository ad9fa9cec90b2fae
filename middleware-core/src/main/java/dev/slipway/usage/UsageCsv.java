package dev.slipway.usage;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Writes usage as CSV by RFC 4180, with a header line. A name that a spreadsheet would take for a formula gets an
 * apostrophe in front.
 */
public final class UsageCsv {
    private static final String END = "\r\n";

    private UsageCsv() {}

    public static String write(Usage usage) {
        Stream<String> head = Stream.concat(
                usage.by().stream().map(UsageColumn::word), Stream.of("runs", "processor_hours", "staged_bytes"));
        return Stream.concat(
                        Stream.of(line(head.toList())), usage.rows().stream().map(UsageCsv::line))
                .collect(Collectors.joining(END, "", END));
    }

    private static String line(Usage.Row row) {
        return line(Stream.concat(
                        row.values().stream(),
                        Stream.of(
                                Long.toString(row.runs()),
                                row.processorHours().toPlainString(),
                                Long.toString(row.stagedBytes())))
                .toList());
    }

    private static String line(List<String> values) {
        return values.stream().map(UsageCsv::quoted).collect(Collectors.joining(","));
    }

    private static String quoted(String name) {
        String value = name.matches("(?s)[=+@\t-]\\D.*") ? "'" + name : name;
        return value.matches("[^\",\r\n]*") ? value : '"' + value.replace("\"", "\"\"") + '"';
    }
}
