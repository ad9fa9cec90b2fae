package dev.slipway.dispatch;

/**
 * How many staging steps move at once.
 *
 * @param all over all jobs
 * @param perSource that read from one database, and as many again that store into it
 * @param perHost that fetch from one ssh host, and as many again that deliver to it
 * @param perUser of one user's jobs
 */
public record StepLimits(int all, int perSource, int perHost, int perUser) {
    /** Without limits for sources, hosts and users below that on all steps. */
    public static StepLimits of(int all) {
        return new StepLimits(all, all, all, all);
    }

    public StepLimits {
        if (Math.min(Math.min(all, perSource), Math.min(perHost, perUser)) < 1) {
            throw new IllegalArgumentException("staging steps at once must be at least 1");
        }
    }
}
