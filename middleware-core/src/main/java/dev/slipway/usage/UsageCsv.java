package dev.slipway.usage;

import dev.slipway.problem.CsvLines;
import java.util.List;
import java.util.stream.Stream;

/** Writes usage as CSV, with a header line. */
public final class UsageCsv {
    private UsageCsv() {}

    public static String write(Usage usage) {
        Stream<String> head = Stream.concat(
                usage.by().stream().map(UsageColumn::word), Stream.of("runs", "processor_hours", "staged_bytes"));
        return CsvLines.of(
                Stream.concat(Stream.of(head.toList()), usage.rows().stream().map(UsageCsv::values)));
    }

    private static List<String> values(Usage.Row row) {
        return Stream.concat(
                        row.values().stream(),
                        Stream.of(
                                Long.toString(row.runs()),
                                row.processorHours().toPlainString(),
                                Long.toString(row.stagedBytes())))
                .toList();
    }
}
