package dev.slipway.clock;

import java.time.Duration;
import java.time.Instant;

/**
 * The pauses between the tries of work that another party must accept.
 *
 * @param first the pause after the first try; each pause is double the one before
 * @param longest the longest pause
 * @param giveUp the age of the work at which tries stop
 */
public record RetryPace(Duration first, Duration longest, Duration giveUp) {
    private static final int MOST_DOUBLINGS = 20;

    /** Returns the usual pauses, of two seconds to half an hour. */
    public static RetryPace usual(Duration giveUp) {
        return new RetryPace(Duration.ofSeconds(2), Duration.ofMinutes(30), giveUp);
    }

    /** Returns the time of the next try, after this number of earlier tries and a try that failed now. */
    public Instant next(int tries, Instant now) {
        Duration doubled = first.multipliedBy(1L << Math.min(tries, MOST_DOUBLINGS));
        return now.plus(doubled.compareTo(longest) > 0 ? longest : doubled);
    }

    /** Returns whether work that began at this time is not tried any more. */
    public boolean isOver(Instant begun, Instant now) {
        return begun.plus(giveUp).isBefore(now);
    }
}
