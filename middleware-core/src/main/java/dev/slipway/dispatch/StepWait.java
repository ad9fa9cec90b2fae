package dev.slipway.dispatch;

import dev.slipway.staging.Place;

/**
 * Why a step that could move waits for other steps.
 *
 * @param step its name
 * @param place where it would read or write
 * @param in whether it would read
 * @param cause the first limit that it does not fit
 * @param moving how many steps this limit counts now
 */
public record StepWait(String step, Place place, boolean in, Cause cause, int moving) {
    /** The limits, in the order in which they are looked at. */
    public enum Cause {
        /** All steps that the user may have, at whatever place. */
        STEPS_OF_USER,
        /** The user's share of a place; the rest of the place's limit is left to other users. */
        SHARE_OF_PLACE,
        /** All steps that the place takes at once. */
        PLACE_FULL,
        /** All steps of all jobs. */
        ALL_FULL,
        /** Large steps, which leave a part of each limit to small ones. */
        LARGE,
        /** No limit: an older step, or one of a user who has fewer, goes first. */
        TURN
    }
}
