package dev.slipway.dispatch;

import dev.slipway.request.Place;

/**
 * The reason why a step that could move waits for other steps.
 *
 * @param step the name of the step
 * @param place the place to read or write
 * @param in whether the step reads from the place
 * @param cause the first limit that the step does not fit
 * @param moving the number of steps that count towards this limit now
 */
public record StepWait(String step, Place place, boolean in, Cause cause, int moving) {
    /** The limits, in the order of their checks. */
    public enum Cause {
        /** The limit on all steps of the user, at any place. */
        STEPS_OF_USER,
        /** The user's share of a place; the rest of the place's limit is left to other users. */
        SHARE_OF_PLACE,
        /** The limit on all steps at the place. */
        PLACE_FULL,
        /** The limit on all steps of all jobs. */
        ALL_FULL,
        /** The limit on large steps, which leave a part of each limit to small ones. */
        LARGE,
        /** No limit: an older step, or a step of a user with fewer, goes first. */
        TURN
    }
}
