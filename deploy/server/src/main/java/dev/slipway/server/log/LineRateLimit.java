package dev.slipway.server.log;

import java.time.Duration;
import java.time.Instant;

/**
 * Limits lines of a log: so many at once, and so many again in each {@link #SPAN}, however many are asked for
 * meanwhile.
 */
final class LineRateLimit {
    static final Duration SPAN = Duration.ofMinutes(10);

    private final int most;
    private double left;
    private Instant counted;

    LineRateLimit(int most, Instant now) {
        this.most = most;
        this.left = most;
        this.counted = now;
    }

    boolean hasOne(Instant now) {
        if (now.isAfter(counted)) {
            double gained = (double) Duration.between(counted, now).toMillis() / SPAN.toMillis() * most;
            left = Math.min(most, left + gained);
            counted = now;
        }
        return left >= 1;
    }

    /** Takes one line, if one is left. */
    boolean take(Instant now) {
        if (!hasOne(now)) {
            return false;
        }
        left--;
        return true;
    }
}
