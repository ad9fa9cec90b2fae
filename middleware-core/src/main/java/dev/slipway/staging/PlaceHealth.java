package dev.slipway.staging;

import dev.slipway.problem.Problem;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What is known of a place from asking it.
 *
 * @param asked when it was asked, if its answer is still awaited
 * @param since when it first answered as it did last
 * @param answers the last ones, oldest first; empty before the first since the service was started
 */
public record PlaceHealth(Optional<Instant> asked, Optional<Instant> since, List<Answer> answers) {

    /**
     * One answer.
     *
     * @param took from the question to the answer
     * @param problem what a step would have met; empty if the place lets us in
     */
    public record Answer(Instant at, Duration took, Optional<Problem> problem) {
        /** Whether it says the same as {@code other}. */
        public boolean like(Answer other) {
            return problem.map(Problem::code).equals(other.problem.map(Problem::code));
        }
    }

    /** Of a place that was not asked yet. */
    public static final PlaceHealth UNKNOWN = new PlaceHealth(Optional.empty(), Optional.empty(), List.of());

    /** The last answer. */
    public Optional<Answer> last() {
        return answers.isEmpty() ? Optional.empty() : Optional.of(answers.get(answers.size() - 1));
    }
}
