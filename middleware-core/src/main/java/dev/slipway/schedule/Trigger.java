package dev.slipway.schedule;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;

/** What makes a schedule run its template. */
public sealed interface Trigger permits Timetable, WatchedQuery {
    Duration LEAST_PAUSE = Duration.ofMinutes(1);

    /** In which days are told. */
    ZoneId zone();

    /** When it is to be looked at after {@code now}. */
    Instant next(Instant now);

    /** What is wrong with it, each one line; empty if nothing is. */
    List<String> faults();
}
