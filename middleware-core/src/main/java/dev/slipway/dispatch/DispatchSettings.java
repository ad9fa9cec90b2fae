package dev.slipway.dispatch;

import java.time.Duration;

/**
 * The limits on concurrent work of the dispatcher, and its intervals.
 *
 * @param steps the limits on moving staging steps
 * @param stepsPerJob the most staging steps of one job that move at once
 * @param launchesAtOnce the most launches, looks and kills at once
 * @param poll the interval between two looks at a running job
 * @param firstRetry the wait after an outage; doubles with each try
 * @param lastRetry the longest wait between two tries
 * @param stalls when a step counts as standing still
 * @param longestOutage the longest time for which a job waits for a shared resource
 */
public record DispatchSettings(
        StepLimits steps,
        int stepsPerJob,
        int launchesAtOnce,
        Duration poll,
        Duration firstRetry,
        Duration lastRetry,
        StallLimits stalls,
        Duration longestOutage) {

    /** The settings for a small machine. */
    public static final DispatchSettings DEFAULTS = new DispatchSettings(
            StepLimits.of(8),
            4,
            2,
            Duration.ofMillis(200),
            Duration.ofSeconds(1),
            Duration.ofMinutes(1),
            StallLimits.NONE,
            Duration.ofHours(48));

    public DispatchSettings {
        require(stepsPerJob >= 1, "staging steps of one job at once must be at least 1");
        require(launchesAtOnce >= 1, "launches at once must be at least 1");
        require(poll.toMillis() >= 1, "the time between two looks at a run must be at least 1 ms");
        require(firstRetry.toMillis() >= 1, "the wait before the first retry must be at least 1 ms");
        require(lastRetry.compareTo(firstRetry) >= 0, "the longest wait before a retry must not be below the first");
        require(longestOutage.compareTo(lastRetry) >= 0, "the longest outage must not be below the longest retry");
    }

    /**
     * Returns the wait before the next try when {@code tries} have failed. The doubled wait is reduced by up to a
     * quarter, so that jobs that failed together do not try again together. The same arguments give the same wait.
     *
     * @param salt a number that differs between waiting jobs
     */
    Duration retry(int tries, int salt) {
        // Fibonacci hashing spreads salts that are near to each other; its upper byte takes off 0/1024 to 255/1024.
        int spread = (31 * salt + tries) * 0x9E3779B9 >>> 24;
        Duration full = doubled(tries);
        return full.minus(full.multipliedBy(spread).dividedBy(1024));
    }

    private Duration doubled(int tries) {
        Duration wait = firstRetry;
        for (int i = 1; i < tries && wait.compareTo(lastRetry) < 0; i++) {
            wait = wait.multipliedBy(2);
        }
        return wait.compareTo(lastRetry) < 0 ? wait : lastRetry;
    }

    private static void require(boolean condition, String otherwise) {
        if (!condition) {
            throw new IllegalArgumentException(otherwise);
        }
    }
}
