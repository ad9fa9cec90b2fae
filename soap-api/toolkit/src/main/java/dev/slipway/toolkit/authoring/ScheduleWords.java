package dev.slipway.toolkit.authoring;

import dev.slipway.toolkit.answer.Answer;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** Says in words when a schedule fires. */
final class ScheduleWords {
    static final List<String> WEEK =
            List.of("MONDAY", "TUESDAY", "WEDNESDAY", "THURSDAY", "FRIDAY", "SATURDAY", "SUNDAY");

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
        return days(timetable.all("day").stream().map(Answer::text).toList()) + " " + timetable.text("first")
                + timetable.find("last").map(last -> "-" + last).orElse("")
                + every(timetable).orElse("");
    }

    private static Optional<String> every(Answer trigger) {
        return trigger.find("everyMinutes").map(minutes -> " every " + minutes + " min");
    }

    private static String days(List<String> days) {
        int first = days.isEmpty() ? 0 : WEEK.indexOf(days.get(0));
        if (days.size() == WEEK.size()) {
            return "daily";
        }
        boolean row = days.size() > 2 && days.equals(WEEK.subList(first, Math.min(WEEK.size(), first + days.size())));
        return row
                ? shortened(days.get(0)) + "-" + shortened(days.get(days.size() - 1))
                : days.stream().map(ScheduleWords::shortened).collect(Collectors.joining(","));
    }

    private static String shortened(String day) {
        return day.substring(0, 3).toLowerCase(Locale.ROOT);
    }
}
