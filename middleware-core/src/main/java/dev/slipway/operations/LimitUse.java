package dev.slipway.operations;

/**
 * The use of a limit.
 *
 * @param most the limit; {@link Long#MAX_VALUE} for no limit
 */
public record LimitUse(Limit limit, long used, long most) {

    /** The limited quantity. */
    public enum Limit {
        /** Jobs that stage in at once. */
        JOBS_STAGING_IN,
        /** Staging steps that move at once. */
        STEPS_AT_ONCE,
        /** Jobs inside of the user with the most. */
        JOBS_PER_USER,
        /** Jobs waiting to be let in of the user with the most. */
        WAITING_JOBS_PER_USER,
        /** Bytes of all run folders. */
        SCRATCH_BYTES
    }
}
