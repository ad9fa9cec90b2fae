package dev.slipway.queue;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/**
 * The rules by which jobs are let in.
 *
 * @param order the policy
 * @param jobsStagingIn how many jobs may stage in at once; {@code sequence} ignores this and lets in one
 * @param jobsPerUser how many jobs of one user may be inside at once, from the begin of stage-in to the end of cleaning
 * @param scratchBytes the disk space of all run folders together at which no further job is let in
 */
public record QueueSettings(Order order, int jobsStagingIn, int jobsPerUser, long scratchBytes) {

    /** The policies, by the names that the configuration uses. */
    public enum Order {
        OVERLAP,
        STRICT,
        SEQUENCE;

        /** Returns the policy of this name in lower case. */
        public static Optional<Order> named(String name) {
            return Arrays.stream(values())
                    .filter(order -> order.name().toLowerCase(Locale.ROOT).equals(name))
                    .findFirst();
        }
    }

    public QueueSettings {
        require(jobsStagingIn >= 1, "jobs staging in at once must be at least 1");
        require(jobsPerUser >= 1, "jobs of one user at once must be at least 1");
        require(scratchBytes >= 1, "the scratch bytes must be at least 1");
    }

    /** Returns the policy overlap without limits for users and scratch space. */
    public static QueueSettings overlap(int jobsStagingIn) {
        return new QueueSettings(Order.OVERLAP, jobsStagingIn, Integer.MAX_VALUE, Long.MAX_VALUE);
    }

    /** Returns whether scratch space is limited. */
    public boolean limitsScratch() {
        return scratchBytes < Long.MAX_VALUE;
    }

    QueuePolicy policy() {
        return switch (order) {
            case OVERLAP -> new FirstComeFirstServed(jobsStagingIn);
            case STRICT -> new StrictPolicy(jobsStagingIn);
            case SEQUENCE -> new SequencePolicy();
        };
    }

    private static void require(boolean condition, String otherwise) {
        if (!condition) {
            throw new IllegalArgumentException(otherwise);
        }
    }
}
