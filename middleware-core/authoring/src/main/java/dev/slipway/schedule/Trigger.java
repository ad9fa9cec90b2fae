package dev.slipway.schedule;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;

/** The condition that makes a schedule run its template. */
public sealed interface Trigger permits Timetable, WatchedQuery {
    Duration LEAST_PAUSE = Duration.ofMinutes(1);
    Duration MOST_PAUSE = Duration.ofDays(1);

    /** Returns whether a schedule may wait so long from one time or question to the next of the same day. */
    static boolean isPause(Duration every) {
        return every.compareTo(LEAST_PAUSE) >= 0 && every.compareTo(MOST_PAUSE) <= 0;
    }

    /** Returns the time zone of dates. */
    ZoneId zone();

    /** Returns the time of the next check after {@code now}. */
    Instant next(Instant now);

    /** Returns the faults of the trigger, one line each; empty if it is valid. */
    List<String> faults();
}
