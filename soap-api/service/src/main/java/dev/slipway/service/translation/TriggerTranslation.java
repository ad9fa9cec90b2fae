package dev.slipway.service.translation;

import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.schedule.Timetable;
import dev.slipway.schedule.Trigger;
import dev.slipway.schedule.WatchedQuery;
import dev.slipway.service.wire.Day;
import dev.slipway.service.wire.Watch;
import java.time.DateTimeException;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.stream.Collectors;

/** Translates triggers of schedules to and from types of the WSDL. Wrong texts are FORM_INVALID. */
public final class TriggerTranslation {
    private static final int MINUTES_OF_DAY = 24 * 60;

    private TriggerTranslation() {}

    /** Returns the trigger of a call, which has a timetable or a watched query. */
    public static Trigger trigger(dev.slipway.service.wire.Timetable timetable, Watch watch, String zone) {
        if (timetable != null) {
            return timetable(timetable, zone(zone));
        }
        return new WatchedQuery(
                watch.getSource(),
                watch.getStatement(),
                minutes(watch.getEveryMinutes()),
                Boolean.TRUE.equals(watch.isAtOnce()),
                zone(zone));
    }

    private static Timetable timetable(dev.slipway.service.wire.Timetable wire, ZoneId zone) {
        boolean repeats = wire.getEveryMinutes() != null;
        if (repeats != (wire.getLast() != null)) {
            throw invalid("a timetable that repeats has everyMinutes and last, and any other timetable has neither");
        }
        LocalTime first = time(wire.getFirst());
        return new Timetable(
                wire.getDay().stream().map(day -> DayOfWeek.valueOf(day.name())).collect(Collectors.toSet()),
                first,
                repeats ? time(wire.getLast()) : first,
                Optional.ofNullable(wire.getEveryMinutes()).map(TriggerTranslation::minutes),
                zone);
    }

    private static Duration minutes(int minutes) {
        if (minutes < 1 || minutes > MINUTES_OF_DAY) {
            throw invalid("everyMinutes is from 1 to " + MINUTES_OF_DAY + ", and not " + minutes);
        }
        return Duration.ofMinutes(minutes);
    }

    private static LocalTime time(String text) {
        try {
            return LocalTime.parse(text);
        } catch (DateTimeException e) {
            throw invalid("not a time of the day as 09:30: " + shown(text));
        }
    }

    /** Returns the time zone of this name; UTC for null. */
    public static ZoneId zone(String name) {
        try {
            return name == null ? ZoneOffset.UTC : ZoneId.of(name);
        } catch (DateTimeException e) {
            throw invalid("not a zone as Europe/Berlin: " + shown(name));
        }
    }

    private static String shown(String text) {
        return '"' + (text.length() > 60 ? text.substring(0, 60) + "..." : text) + '"';
    }

    private static ProblemException invalid(String message) {
        return new ProblemException(Problem.of(ProblemCode.FORM_INVALID, message));
    }

    static dev.slipway.service.wire.Timetable wire(Timetable timetable) {
        dev.slipway.service.wire.Timetable wire = new dev.slipway.service.wire.Timetable();
        timetable.days().stream().sorted().map(day -> Day.valueOf(day.name())).forEach(wire.getDay()::add);
        wire.setFirst(timetable.first().toString());
        timetable.every().ifPresent(every -> {
            wire.setLast(timetable.last().toString());
            wire.setEveryMinutes((int) every.toMinutes());
        });
        return wire;
    }

    static Watch wire(WatchedQuery watched) {
        Watch wire = new Watch();
        wire.setSource(watched.source());
        wire.setStatement(watched.statement());
        wire.setEveryMinutes((int) watched.every().toMinutes());
        wire.setAtOnce(watched.atOnce());
        return wire;
    }
}
