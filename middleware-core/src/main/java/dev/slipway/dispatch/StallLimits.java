package dev.slipway.dispatch;

import java.time.Duration;

/**
 * When a step that has begun to move counts as standing still.
 *
 * @param idle without moved bytes for that long; zero: never
 * @param leastRate bytes a second that each span of that length must bring; 0: any at all
 */
public record StallLimits(Duration idle, long leastRate) {
    /** Steps may stand still for as long as they like. */
    public static final StallLimits NONE = new StallLimits(Duration.ZERO, 0);

    public StallLimits {
        if (idle.isNegative() || leastRate < 0) {
            throw new IllegalArgumentException("the limits on steps that stand still must not be negative");
        }
    }

    boolean watches() {
        return !idle.isZero();
    }
}
