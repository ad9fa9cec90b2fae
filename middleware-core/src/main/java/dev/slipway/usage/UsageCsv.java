package dev.slipway.usage;

import dev.slipway.problem.CsvLine;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Writes usage as CSV, with a header line. */
public final class UsageCsv {
    private UsageCsv() {}

    public static String write(Usage usage) {
        Stream<String> head = Stream.concat(
                usage.by().stream().map(UsageColumn::word), Stream.of("runs", "processor_hours", "staged_bytes"));
        return Stream.concat(
                        Stream.of(CsvLine.of(head.toList())),
                        usage.rows().stream().map(UsageCsv::line))
                .collect(Collectors.joining(CsvLine.END, "", CsvLine.END));
    }

    private static String line(Usage.Row row) {
        return CsvLine.of(Stream.concat(
                        row.values().stream(),
                        Stream.of(
                                Long.toString(row.runs()),
                                row.processorHours().toPlainString(),
                                Long.toString(row.stagedBytes())))
                .toList());
    }
}
