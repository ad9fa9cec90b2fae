package dev.slipway.operations;

import dev.slipway.problem.Problem;
import dev.slipway.staging.Place;
import dev.slipway.staging.PlaceHealth;
import dev.slipway.stoppage.Stoppage;
import java.time.Instant;
import java.util.Optional;

/**
 * How a place stands.
 *
 * @param configured false for one that was paused and has gone from the configuration since
 * @param waiting jobs that wait for it to answer, or to be resumed
 * @param nextTry when it is asked again for these
 */
public record PlaceStanding(
        Place place,
        boolean configured,
        Optional<Stoppage> paused,
        PlaceHealth health,
        int waiting,
        Optional<Instant> nextTry) {

    /** What a place said last. */
    public enum Answer {
        /** Nothing yet. */
        NONE,
        /** It lets us in. */
        WELL,
        /** It does not answer, for a time. */
        AWAY,
        /** It refuses us, until somebody changes something. */
        REFUSES
    }

    /** What it said last. */
    public Answer answer() {
        return health.last()
                .map(last -> last.problem().map(PlaceStanding::of).orElse(Answer.WELL))
                .orElse(Answer.NONE);
    }

    private static Answer of(Problem problem) {
        return problem.isOutage() ? Answer.AWAY : Answer.REFUSES;
    }
}
