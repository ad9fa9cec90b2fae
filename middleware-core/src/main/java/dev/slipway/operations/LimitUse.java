package dev.slipway.operations;

/**
 * How far a limit is used.
 *
 * @param most that may be used; {@link Long#MAX_VALUE} for no limit
 */
public record LimitUse(Limit limit, long used, long most) {

    /** What is limited. */
    public enum Limit {
        /** Jobs that stage in at once. */
        JOBS_STAGING_IN,
        /** Staging steps that move at once. */
        STEPS_AT_ONCE,
        /** Jobs of the user who has most inside. */
        JOBS_PER_USER,
        /** Jobs of the user who has most waiting to be let in. */
        WAITING_JOBS_PER_USER,
        /** Bytes of all run folders. */
        SCRATCH_BYTES
    }
}
