package dev.slipway.toolkit.operations;

import dev.slipway.toolkit.answer.Answer;
import dev.slipway.toolkit.answer.ExitStatus;
import dev.slipway.toolkit.answer.Json;
import dev.slipway.toolkit.verb.Verb;
import dev.slipway.toolkit.verb.WrittenTime;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Calls the service's usage, and prints the answer as CSV. */
@Command(
        name = "usage",
        description =
                "Prints runs, processor hours and staged bytes of closed jobs as CSV; only operators and auditors see"
                        + " others' jobs.")
public final class UsageReport extends Verb {
    private static final int DIGITS = 4;

    /** The columns, named as in the header of the CSV. */
    enum Column {
        USER,
        PROJECT,
        PROGRAM,
        MONTH
    }

    @Option(
            names = "--from",
            paramLabel = "TIME",
            description =
                    "Only jobs closed at this time or later: 2026-11-21, 2026-11-21T09:30:00Z, or 30m, 12h, 7d ago.")
    private String from;

    @Option(
            names = {"--to", "--until"},
            paramLabel = "TIME",
            description = "Only jobs closed before this time, in the form of --from.")
    private String until;

    @Option(
            names = "--by",
            paramLabel = "COLUMN",
            split = ",",
            defaultValue = "user,project,program,month",
            description =
                    "Sums up by these columns, with commas between them: user, project, program, month (default all).")
    private List<Column> by = new ArrayList<>();

    @Option(
            names = {"--user", "--owner"},
            paramLabel = "NAME",
            description = "Only jobs of this user; for operators and auditors.")
    private String user;

    @Override
    protected int run() {
        Answer answer = ask("usage", fields(terminal().clock().instant()));
        if (json()) {
            return answer(Json.object(answer, "sums"));
        }
        print(Stream.concat(columns(), Stream.of("runs", "processor_hours", "staged_bytes")));
        answer.all("sum").forEach(sum -> print(Stream.concat(columns().map(sum::text), numbers(sum))));
        return ExitStatus.DONE;
    }

    private List<Map.Entry<String, String>> fields(Instant now) {
        List<Map.Entry<String, String>> fields = new ArrayList<>();
        if (from != null) {
            fields.add(Map.entry("closedFrom", WrittenTime.parse("--from", from, now)));
        }
        if (until != null) {
            fields.add(Map.entry("closedUntil", WrittenTime.parse("--to", until, now)));
        }
        if (user != null) {
            fields.add(Map.entry("user", user));
        }
        by.stream().distinct().forEach(column -> fields.add(Map.entry("by", column.name())));
        return fields;
    }

    private Stream<String> columns() {
        return by.stream().distinct().map(column -> column.name().toLowerCase(Locale.ROOT));
    }

    private static Stream<String> numbers(Answer sum) {
        String hours = new BigDecimal(sum.text("processorHours"))
                .setScale(DIGITS, RoundingMode.HALF_UP)
                .toPlainString();
        return Stream.of(sum.text("runs"), hours, sum.text("stagedBytes"));
    }

    /** Prints a line of CSV by RFC 4180, but with the line ends of the terminal. */
    private void print(Stream<String> values) {
        terminal().line(values.map(UsageReport::quoted).collect(Collectors.joining(",")));
    }

    /**
     * A name that a spreadsheet would take for a formula gets an apostrophe in front. A tab or a carriage return in
     * front would make a formula, too, but {@link Answer} has removed both.
     */
    private static String quoted(String name) {
        String value = name.matches("(?s)[=+@-].*") ? "'" + name : name;
        return value.matches("[^\",\n]*") ? value : '"' + value.replace("\"", "\"\"") + '"';
    }
}
