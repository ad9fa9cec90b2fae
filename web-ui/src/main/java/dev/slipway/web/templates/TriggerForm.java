package dev.slipway.web.templates;

import dev.slipway.problem.Printable;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.schedule.Timetable;
import dev.slipway.schedule.TriggerText;
import dev.slipway.schedule.WatchedQuery;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.LocalTime;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Describes when a template is to run by itself, as the user typed it. */
public record TriggerForm(List<Day> days, Times times, Query query, String zone, boolean alone) {

    /** Names a day of the week; {@code chosen} says whether the schedule runs on that day. */
    public record Day(String name, boolean chosen) {}

    /**
     * Holds the times of a timetable.
     *
     * @param every minutes between two runs of a day; empty for once a day
     */
    public record Times(String first, String last, String every) {}

    /**
     * Describes a watched query.
     *
     * @param pause minutes between two looks
     */
    public record Query(String source, String statement, String pause, boolean atOnce) {}

    /** Returns the usual trigger: every half hour on working days, or a query every five minutes. */
    static TriggerForm usual(String zone) {
        return new TriggerForm(
                days(EnumSet.range(DayOfWeek.MONDAY, DayOfWeek.FRIDAY).stream()
                        .map(Enum::name)
                        .collect(Collectors.toSet())),
                new Times("09:00", "17:30", "30"),
                new Query("", "", "5", false),
                zone,
                true);
    }

    static TriggerForm of(PostedTemplate posted) {
        return new TriggerForm(
                days(Set.copyOf(posted.all("days"))),
                new Times(posted.text("first"), posted.text("last"), posted.text("every")),
                new Query(
                        posted.text("source"),
                        posted.value("statement").orElse(""),
                        posted.text("pause"),
                        posted.ticked("atOnce")),
                posted.text("zone"),
                posted.ticked("alone"));
    }

    private static List<Day> days(Set<String> chosen) {
        return Arrays.stream(DayOfWeek.values())
                .map(day -> new Day(day.name(), chosen.contains(day.name())))
                .toList();
    }

    /** @throws ProblemException FORM_INVALID for a form that spells no timetable */
    Timetable timetable() {
        Set<DayOfWeek> chosen = days.stream()
                .filter(Day::chosen)
                .map(day -> DayOfWeek.valueOf(day.name()))
                .collect(Collectors.toSet());
        LocalTime from = TriggerText.time(times.first());
        boolean once = times.every().isEmpty();
        return new Timetable(
                chosen,
                from,
                once ? from : TriggerText.time(times.last()),
                once ? Optional.empty() : Optional.of(minutes(times.every())),
                TriggerText.zone(zone));
    }

    WatchedQuery watchedQuery() {
        return new WatchedQuery(
                query.source(), query.statement(), minutes(query.pause()), query.atOnce(), TriggerText.zone(zone));
    }

    private static Duration minutes(String text) {
        int minutes = Numbers.whole(text, 0);
        if (minutes == 0 || minutes > 24 * 60) {
            throw new ProblemException(Problem.of(
                    ProblemCode.FORM_INVALID, "not a number of minutes from 1 to 1440: " + Printable.quoted(text)));
        }
        return Duration.ofMinutes(minutes);
    }
}
