package dev.slipway.operations;

import dev.slipway.request.Place;
import dev.slipway.staging.PlaceHealth;
import dev.slipway.stoppage.Stoppage;
import java.time.Instant;
import java.util.Optional;

/**
 * The standing of a place.
 *
 * @param configured false for a paused place that is no longer configured
 * @param waiting the number of jobs that wait for the place to answer or to be resumed
 * @param nextTry when the place is probed again for these jobs
 */
public record PlaceStanding(
        Place place,
        boolean configured,
        Optional<Stoppage> paused,
        PlaceHealth health,
        int waiting,
        Optional<Instant> nextTry) {

    /** The last answer of a place. */
    public enum Answer {
        /** There is no answer yet. */
        NONE,
        /** The place lets the service in. */
        WELL,
        /** The place does not answer for a time. */
        AWAY,
        /** The place refuses the service until its configuration is changed. */
        REFUSES;

        /** Returns the kind of an answer. */
        public static Answer of(PlaceHealth.Answer answer) {
            return answer.problem()
                    .map(problem -> problem.isOutage() ? AWAY : REFUSES)
                    .orElse(WELL);
        }
    }

    /** Returns the last answer. */
    public Answer answer() {
        return health.last().map(Answer::of).orElse(Answer.NONE);
    }
}
