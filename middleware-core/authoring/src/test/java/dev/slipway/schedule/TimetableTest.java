package dev.slipway.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * Tests the times of timetables. In Berlin clocks go forward at 2026-03-29 02:00 and back at 2026-10-25 03:00, both
 * Sundays.
 */
class TimetableTest {
    private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");
    private static final Set<DayOfWeek> ALL = EnumSet.allOf(DayOfWeek.class);

    private static Timetable repeated(String first, String last, Duration every) {
        return new Timetable(ALL, LocalTime.parse(first), LocalTime.parse(last), Optional.of(every), BERLIN);
    }

    private static Timetable daily(String time) {
        return new Timetable(ALL, LocalTime.parse(time), LocalTime.parse(time), Optional.empty(), BERLIN);
    }

    /** Returns the next times of the timetable as clocks in Berlin show them, with their distance from UTC. */
    private static List<String> next(Timetable timetable, String from, int count) {
        List<String> times = new ArrayList<>();
        Instant now = Instant.parse(from);
        for (int i = 0; i < count; i++) {
            now = timetable.next(now);
            assertThat(timetable.latest(now)).isEqualTo(now);
            assertThat(timetable.latest(now.plusSeconds(1))).isEqualTo(now);
            times.add(now.atZone(BERLIN).toOffsetDateTime().toString());
        }
        return times;
    }

    @Test
    void runs_within_its_hours_on_its_days() {
        Timetable workdays = new Timetable(
                EnumSet.range(DayOfWeek.MONDAY, DayOfWeek.FRIDAY),
                LocalTime.of(9, 0),
                LocalTime.of(17, 30),
                Optional.of(Duration.ofHours(4)),
                BERLIN);

        // A Friday.
        assertThat(next(workdays, "2026-01-09T08:00:00Z", 5))
                .containsExactly(
                        "2026-01-09T13:00+01:00",
                        "2026-01-09T17:00+01:00",
                        "2026-01-12T09:00+01:00",
                        "2026-01-12T13:00+01:00",
                        "2026-01-12T17:00+01:00");
        assertThat(workdays.latest(Instant.parse("2026-01-11T12:00:00Z"))).isEqualTo("2026-01-09T16:00:00Z");
    }

    @Test
    void keeps_the_hour_of_the_wall_clock_over_both_changes() {
        assertThat(next(daily("08:00"), "2026-03-28T00:00:00Z", 3))
                .containsExactly("2026-03-28T08:00+01:00", "2026-03-29T08:00+02:00", "2026-03-30T08:00+02:00");
        assertThat(next(daily("08:00"), "2026-10-24T00:00:00Z", 3))
                .containsExactly("2026-10-24T08:00+02:00", "2026-10-25T08:00+01:00", "2026-10-26T08:00+01:00");
    }

    @Test
    void a_time_that_is_skipped_in_spring_runs_once_as_much_later() {
        assertThat(next(daily("02:30"), "2026-03-28T00:00:00Z", 3))
                .containsExactly("2026-03-28T02:30+01:00", "2026-03-29T03:30+02:00", "2026-03-30T02:30+02:00");
        assertThat(next(repeated("01:30", "03:30", Duration.ofMinutes(30)), "2026-03-29T00:00:00Z", 4))
                .containsExactly(
                        "2026-03-29T01:30+01:00",
                        "2026-03-29T03:00+02:00",
                        "2026-03-29T03:30+02:00",
                        "2026-03-30T01:30+02:00");
    }

    @Test
    void a_time_that_comes_twice_in_autumn_runs_once_if_daily_and_twice_if_repeated() {
        assertThat(next(daily("02:30"), "2026-10-24T12:00:00Z", 2))
                .containsExactly("2026-10-25T02:30+02:00", "2026-10-26T02:30+01:00");
        assertThat(next(repeated("02:00", "03:00", Duration.ofMinutes(30)), "2026-10-24T12:00:00Z", 6))
                .containsExactly(
                        "2026-10-25T02:00+02:00",
                        "2026-10-25T02:30+02:00",
                        "2026-10-25T02:00+01:00",
                        "2026-10-25T02:30+01:00",
                        "2026-10-25T03:00+01:00",
                        "2026-10-26T02:00+01:00");
    }

    @Test
    void a_day_that_a_zone_left_out_is_no_trouble() {
        ZoneId apia = ZoneId.of("Pacific/Apia");
        // There was no 30 December 2011 in Samoa, a Friday.
        Timetable fridays =
                new Timetable(Set.of(DayOfWeek.FRIDAY), LocalTime.NOON, LocalTime.NOON, Optional.empty(), apia);

        assertThat(fridays.next(Instant.parse("2011-12-24T00:00:00Z"))).isBefore(Instant.parse("2012-01-06T00:00:00Z"));
    }

    @Test
    void says_what_is_wrong_and_is_read_back_as_it_was_written() {
        Timetable none = new Timetable(
                Set.of(), LocalTime.of(18, 0), LocalTime.of(9, 0), Optional.of(Duration.ofSeconds(30)), BERLIN);
        assertThat(none.faults()).hasSize(3);
        assertThat(new WatchedQuery(" ", "SELECT 1", Duration.ofSeconds(59), false, BERLIN).faults())
                .hasSize(2);

        TriggerCodec codec = new TriggerCodec();
        WatchedQuery watched = new WatchedQuery("risk", "SELECT 'a\"b'", Duration.ofMinutes(5), true, BERLIN);
        assertThat(codec.read(codec.write(watched))).isEqualTo(watched);
        Timetable table = repeated("09:00", "17:30", Duration.ofMinutes(15));
        assertThat(codec.read(codec.write(table))).isEqualTo(table);
        assertThat(codec.read(codec.write(daily("23:59")))).isEqualTo(daily("23:59"));
    }
}
