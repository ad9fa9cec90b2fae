package dev.slipway.clock;

import com.github.benmanes.caffeine.cache.Ticker;
import java.time.Clock;
import java.util.concurrent.TimeUnit;

/**
 * Tells caches the time by the injected clock. A step back of the clock counts as time that passes, so that no entry
 * outlives its span after the clock was set back.
 */
public final class ClockTicker implements Ticker {
    private final Clock clock;
    private long last;
    private long passed;

    public ClockTicker(Clock clock) {
        this.clock = clock;
        this.last = clock.millis();
    }

    @Override
    public synchronized long read() {
        long now = clock.millis();
        passed += Math.abs(now - last);
        last = now;
        return TimeUnit.MILLISECONDS.toNanos(passed);
    }
}
