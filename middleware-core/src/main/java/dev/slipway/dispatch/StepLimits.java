package dev.slipway.dispatch;

/**
 * The limits on staging steps that move at once.
 *
 * @param all the limit over all jobs
 * @param perSource the limit on steps that read from one database, and also on those that store into it
 * @param perHost the limit on steps that fetch from one ssh host, and also on those that deliver to it
 * @param perUser the limit on the steps of one user's jobs
 */
public record StepLimits(int all, int perSource, int perHost, int perUser) {
    /** Makes limits for sources, hosts and users that equal the limit on all steps. */
    public static StepLimits of(int all) {
        return new StepLimits(all, all, all, all);
    }

    public StepLimits {
        if (Math.min(Math.min(all, perSource), Math.min(perHost, perUser)) < 1) {
            throw new IllegalArgumentException("staging steps at once must be at least 1");
        }
    }
}
