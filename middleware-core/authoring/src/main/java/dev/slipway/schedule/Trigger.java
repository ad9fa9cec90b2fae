package dev.slipway.schedule;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;

/** The condition that makes a schedule run its template. */
public sealed interface Trigger permits Timetable, WatchedQuery {
    Duration LEAST_PAUSE = Duration.ofMinutes(1);

    /** Returns the time zone of dates. */
    ZoneId zone();

    /** Returns the time of the next check after {@code now}. */
    Instant next(Instant now);

    /** Returns the faults of the trigger, one line each; empty if it is valid. */
    List<String> faults();
}
