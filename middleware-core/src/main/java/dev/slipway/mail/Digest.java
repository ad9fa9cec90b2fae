package dev.slipway.mail;

import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.temporal.TemporalAdjusters;

/** How a user is told of the runs of schedules. */
public enum Digest {
    /** A mail for each run. */
    EACH,
    /** One mail each morning about the runs since the last morning. */
    DAILY,
    /** One mail each Monday morning about the runs of the last week. */
    WEEKLY;

    private static final LocalTime MORNING = LocalTime.of(7, 0);

    /** Returns the last moment, up to {@code now}, at which a digest was due in the zone. */
    Instant lastDue(Instant now, ZoneId zone) {
        LocalDate today = now.atZone(zone).toLocalDate();
        LocalDate day = this == WEEKLY ? today.with(TemporalAdjusters.previousOrSame(DayOfWeek.MONDAY)) : today;
        ZonedDateTime due = day.atTime(MORNING).atZone(zone);
        if (due.toInstant().isAfter(now)) {
            due = day.minusDays(this == WEEKLY ? 7 : 1).atTime(MORNING).atZone(zone);
        }
        return due.toInstant();
    }
}
