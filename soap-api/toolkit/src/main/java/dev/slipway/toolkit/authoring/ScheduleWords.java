package dev.slipway.toolkit.authoring;

import dev.slipway.toolkit.answer.Answer;
import java.time.DayOfWeek;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Says in words when a schedule fires. */
final class ScheduleWords {
    private ScheduleWords() {}

    /** Returns such words as {@code mon-fri 09:00-17:30 every 30 min, Europe/Berlin}. */
    static String when(Answer schedule) {
        return schedule.child("timetable")
                .map(timetable -> timetable(timetable) + ", " + schedule.text("zone"))
                .or(() -> schedule.child("watch")
                        .map(watch -> "a query of " + watch.text("source")
                                + every(watch).orElse("")))
                .orElse("");
    }

    private static String timetable(Answer timetable) {
        return days(timetable) + " " + timetable.text("first")
                + timetable.find("last").map(last -> "-" + last).orElse("")
                + every(timetable).orElse("");
    }

    private static Optional<String> every(Answer trigger) {
        return trigger.find("everyMinutes").map(minutes -> " every " + minutes + " min");
    }

    private static String days(Answer timetable) {
        Set<DayOfWeek> days = EnumSet.noneOf(DayOfWeek.class);
        timetable.all("day").forEach(day -> days.add(DayOfWeek.valueOf(day.text())));
        if (days.size() == DayOfWeek.values().length) {
            return "daily";
        }
        if (days.size() > 2) {
            DayOfWeek first = Collections.min(days);
            DayOfWeek last = Collections.max(days);
            if (days.equals(EnumSet.range(first, last))) {
                return shortened(first) + "-" + shortened(last);
            }
        }
        return days.stream().map(ScheduleWords::shortened).collect(Collectors.joining(","));
    }

    private static String shortened(DayOfWeek day) {
        return day.name().substring(0, 3).toLowerCase(Locale.ROOT);
    }
}
