package dev.slipway.web.templates;

import dev.slipway.problem.Problem;
import dev.slipway.schedule.Firing;
import dev.slipway.schedule.Schedule;
import dev.slipway.schedule.Timetable;
import dev.slipway.schedule.Trigger;
import dev.slipway.schedule.WatchedQuery;
import dev.slipway.web.Readable;
import java.time.DayOfWeek;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Describes one schedule for the JSP.
 *
 * @param changeable whether the reader may pause, resume and remove the schedule
 * @param newest empty before the schedule has fired
 * @param job the last job; empty before there is one
 */
public record ScheduleView(
        Identity identity, Timing timing, List<Value> values, boolean changeable, Fired newest, Job job) {

    /** Says which schedule this is, and of which template. */
    public record Identity(String id, String name, String owner, String template) {}

    /**
     * Says when the schedule fires.
     *
     * @param alone whether a time is skipped while the job before is still open
     * @param next empty while the schedule is paused
     */
    public record Timing(When when, boolean alone, boolean paused, Readable.Moment next) {}

    /** Holds the value of one blank. */
    public record Value(String blank, String value) {}

    /**
     * Describes the trigger in words of the bundle.
     *
     * @param days of a timetable; empty for every day
     * @param every interval of a watched query, and of a timetable that runs more than once a day
     */
    public record When(
            String kind,
            List<String> days,
            String first,
            String last,
            String every,
            String zone,
            String source,
            String statement) {}

    /** Describes one firing. */
    public record Fired(long number, Readable.Moment due, String outcome, String job, Problem problem, String note) {}

    /** Describes a job of the schedule. */
    public record Job(String token, String state) {}

    static When when(Trigger trigger) {
        if (trigger instanceof Timetable table) {
            return new When(
                    table.every().isPresent() ? "repeated" : "daily",
                    days(table),
                    table.first().toString(),
                    table.last().toString(),
                    table.every().map(Readable::duration).orElse(""),
                    table.zone().getId(),
                    "",
                    "");
        }
        WatchedQuery watched = (WatchedQuery) trigger;
        return new When(
                "watched",
                List.of(),
                "",
                "",
                Readable.duration(watched.every()),
                watched.zone().getId(),
                watched.source(),
                watched.statement());
    }

    private static List<String> days(Timetable table) {
        return table.days().size() == DayOfWeek.values().length
                ? List.of()
                : Arrays.stream(DayOfWeek.values())
                        .filter(table.days()::contains)
                        .map(Enum::name)
                        .toList();
    }

    static Fired fired(Firing firing) {
        return new Fired(
                firing.number(),
                Readable.moment(firing.due()),
                firing.outcome().name(),
                firing.job().map(Object::toString).orElse(""),
                firing.problem().orElse(null),
                firing.note());
    }

    static ScheduleView of(Schedule schedule, Optional<Firing> newest, Optional<Job> job, boolean changeable) {
        return new ScheduleView(
                new Identity(
                        schedule.id(),
                        schedule.name(),
                        schedule.owner(),
                        schedule.asked().template()),
                new Timing(
                        when(schedule.asked().trigger()),
                        schedule.asked().alone(),
                        schedule.progress().paused(),
                        schedule.progress().paused()
                                ? null
                                : Readable.moment(schedule.progress().next())),
                schedule.asked().values().entrySet().stream()
                        .sorted(Map.Entry.comparingByKey())
                        .map(value -> new Value(value.getKey(), value.getValue()))
                        .toList(),
                changeable,
                newest.map(ScheduleView::fired).orElse(null),
                job.orElse(null));
    }
}
