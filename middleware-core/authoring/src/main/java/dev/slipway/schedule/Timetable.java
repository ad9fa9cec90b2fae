package dev.slipway.schedule;

import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Runs at times of the day by the clocks in {@code zone}. When clocks go forward, a skipped time moves later by the
 * skipped span. When clocks go back and a time comes twice, a repeated run takes both times, and a daily run takes the
 * first.
 *
 * @param first the first time of the day
 * @param last the time of the day after which the schedule does not run; not before {@code first}
 * @param every the interval between times of the day; empty for {@code first} alone
 */
public record Timetable(Set<DayOfWeek> days, LocalTime first, LocalTime last, Optional<Duration> every, ZoneId zone)
        implements Trigger {
    /** More than a week, so that every weekday is included even if a zone leaves out a date. */
    private static final int HORIZON = 16;

    public Timetable {
        days = Set.copyOf(days);
    }

    @Override
    public List<String> faults() {
        List<String> faults = new ArrayList<>();
        if (days.isEmpty()) {
            faults.add("a timetable needs a day of the week");
        }
        if (every.isPresent() && last.isBefore(first)) {
            faults.add("a timetable's last time, " + last + ", is before its first, " + first);
        }
        if (!every.stream().allMatch(Trigger::isPause)) {
            faults.add("the times of a timetable are at least one minute apart, and at most one day");
        }
        return faults;
    }

    @Override
    public Instant next(Instant now) {
        LocalDate day = LocalDate.ofInstant(now, zone).minusDays(2);
        for (int i = 0; i < HORIZON; i++) {
            Instant next = times(day.plusDays(i)).higher(now);
            if (next != null) {
                return next;
            }
        }
        throw new IllegalStateException("a timetable without times: " + this);
    }

    /** Returns the latest time at or before {@code now}. */
    public Instant latest(Instant now) {
        LocalDate day = LocalDate.ofInstant(now, zone).plusDays(2);
        for (int i = 0; i < HORIZON; i++) {
            Instant latest = times(day.minusDays(i)).floor(now);
            if (latest != null) {
                return latest;
            }
        }
        throw new IllegalStateException("a timetable without times: " + this);
    }

    private NavigableSet<Instant> times(LocalDate day) {
        NavigableSet<Instant> times = new TreeSet<>();
        if (days.contains(day.getDayOfWeek())) {
            for (LocalTime time : clockTimes()) {
                times.addAll(instants(LocalDateTime.of(day, time)));
            }
        }
        return times;
    }

    private List<LocalTime> clockTimes() {
        if (every.isEmpty()) {
            return List.of(first);
        }
        List<LocalTime> times = new ArrayList<>();
        long step = every.get().toSeconds();
        for (long second = first.toSecondOfDay(); second <= last.toSecondOfDay(); second += step) {
            times.add(LocalTime.ofSecondOfDay(second));
        }
        return times;
    }

    private List<Instant> instants(LocalDateTime time) {
        List<ZoneOffset> offsets = zone.getRules().getValidOffsets(time);
        return offsets.size() == 2 && every.isPresent()
                ? offsets.stream().map(time::toInstant).toList()
                : List.of(time.atZone(zone).toInstant());
    }
}
