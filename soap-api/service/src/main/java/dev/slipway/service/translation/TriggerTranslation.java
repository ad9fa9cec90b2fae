package dev.slipway.service.translation;

import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.schedule.Timetable;
import dev.slipway.schedule.Trigger;
import dev.slipway.schedule.TriggerText;
import dev.slipway.schedule.WatchedQuery;
import dev.slipway.service.wire.Day;
import dev.slipway.service.wire.Watch;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.stream.Collectors;

/** Translates triggers of schedules to and from types of the WSDL. Wrong texts are FORM_INVALID. */
public final class TriggerTranslation {
    private TriggerTranslation() {}

    /** Returns the trigger of a call, which has a timetable or a watched query. */
    public static Trigger trigger(dev.slipway.service.wire.Timetable timetable, Watch watch, String zone) {
        if (timetable != null) {
            return timetable(timetable, zone(zone));
        }
        return new WatchedQuery(
                watch.getSource(),
                watch.getStatement(),
                Duration.ofMinutes(watch.getEveryMinutes()),
                Boolean.TRUE.equals(watch.isAtOnce()),
                zone(zone));
    }

    private static Timetable timetable(dev.slipway.service.wire.Timetable wire, ZoneId zone) {
        boolean repeats = wire.getEveryMinutes() != null;
        if (repeats != (wire.getLast() != null)) {
            throw invalid("a timetable needs both everyMinutes and last, or neither of them");
        }
        LocalTime first = TriggerText.time(wire.getFirst());
        return new Timetable(
                wire.getDay().stream().map(day -> DayOfWeek.valueOf(day.name())).collect(Collectors.toSet()),
                first,
                repeats ? TriggerText.time(wire.getLast()) : first,
                Optional.ofNullable(wire.getEveryMinutes()).map(Duration::ofMinutes),
                zone);
    }

    /** Returns the time zone of this name; UTC for null. */
    public static ZoneId zone(String name) {
        return name == null ? ZoneOffset.UTC : TriggerText.zone(name);
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
