package dev.slipway.toolkit.authoring;

import dev.slipway.toolkit.answer.Failure;
import dev.slipway.toolkit.wire.Part;
import java.time.DayOfWeek;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import picocli.CommandLine.Option;

/** The options of a schedule that runs at times. */
final class TimetableOptions {
    @Option(
            names = "--at",
            paramLabel = "TIME",
            required = true,
            description = "The time of the day, or the first time with --every: 07:30.")
    private String at;

    @Option(
            names = "--until",
            paramLabel = "TIME",
            description = "The last time of the day, with --every (default 23:59).")
    private String until;

    @Option(
            names = "--days",
            paramLabel = "DAYS",
            description = "The days of the week: mon-fri, or mon,wed,sat (default all days).")
    private String days;

    /** @param every null for the first time alone */
    Part part(String every) {
        if (every == null && until != null) {
            throw Failure.usage("--until is given without --every", "Give --every, or leave --until out.");
        }
        List<Map.Entry<String, String>> fields = new ArrayList<>();
        chosen().forEach(day -> fields.add(Map.entry("day", day.name())));
        fields.add(Map.entry("first", at));
        if (every != null) {
            fields.add(Map.entry("last", until == null ? "23:59" : until));
            fields.add(Map.entry("everyMinutes", QueryOptions.minutes(every)));
        }
        return new Part(fields);
    }

    private Set<DayOfWeek> chosen() {
        if (days == null) {
            return EnumSet.allOf(DayOfWeek.class);
        }
        Set<DayOfWeek> chosen = EnumSet.noneOf(DayOfWeek.class);
        for (String part : days.split(",")) {
            String[] ends = part.split("-", 2);
            DayOfWeek day = day(ends[0]);
            DayOfWeek last = day(ends[ends.length - 1]);
            chosen.add(day);
            while (day != last) {
                day = day.plus(1);
                chosen.add(day);
            }
        }
        return chosen;
    }

    private DayOfWeek day(String word) {
        String given = word.strip().toUpperCase(Locale.ROOT);
        return Stream.of(DayOfWeek.values())
                .filter(day -> given.length() > 1 && day.name().startsWith(given))
                .findFirst()
                .orElseThrow(() ->
                        Failure.usage("--days names no days of the week: " + days, "Write mon-fri, or mon,wed,sat."));
    }
}
