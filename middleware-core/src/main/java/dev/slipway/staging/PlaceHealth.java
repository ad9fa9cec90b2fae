package dev.slipway.staging;

import dev.slipway.problem.Problem;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The health of a place as known from its answers.
 *
 * @param asked when the present probe began, if the answer is still awaited
 * @param since when the place first gave the present kind of answer
 * @param failure the last answer with a problem, also if good answers came later
 * @param answers the last answers, oldest first; empty before the first answer
 */
public record PlaceHealth(
        Optional<Instant> asked, Optional<Instant> since, Optional<Answer> failure, List<Answer> answers) {

    /**
     * One answer.
     *
     * @param took the time from the question to the answer
     * @param problem the problem that a step would have met; empty if the place lets the service in
     */
    public record Answer(Instant at, Duration took, Optional<Problem> problem) {
        /** Returns whether this answer has the same problem code as {@code other}, or both have no problem. */
        public boolean like(Answer other) {
            return problem.map(Problem::code).equals(other.problem.map(Problem::code));
        }
    }

    /** The health of a place that was not probed yet. */
    public static final PlaceHealth UNKNOWN =
            new PlaceHealth(Optional.empty(), Optional.empty(), Optional.empty(), List.of());

    /** Returns this health after one more answer, with at most {@code kept} answers and without a present probe. */
    public PlaceHealth with(Answer answer, Instant since, int kept) {
        List<Answer> all = new ArrayList<>(answers);
        all.add(answer);
        return new PlaceHealth(
                Optional.empty(),
                Optional.of(since),
                answer.problem().isPresent() ? Optional.of(answer) : failure,
                List.copyOf(all.subList(Math.max(0, all.size() - kept), all.size())));
    }

    /** Returns this health with another last answer instead of the last one. */
    public PlaceHealth replacing(Answer answer) {
        List<Answer> all = new ArrayList<>(answers);
        all.set(all.size() - 1, answer);
        return new PlaceHealth(asked, since, failure, List.copyOf(all));
    }

    /** Returns this health with this last answer that had a problem. */
    public PlaceHealth failing(Answer failed) {
        return new PlaceHealth(asked, since, Optional.of(failed), answers);
    }

    /** Returns this health with a present probe. */
    public PlaceHealth asked(Optional<Instant> begun) {
        return new PlaceHealth(begun, since, failure, answers);
    }

    /** Returns the median time of the answers that let the service in; empty without such an answer. */
    public Optional<Duration> median() {
        List<Duration> good = answers.stream()
                .filter(answer -> answer.problem().isEmpty())
                .map(Answer::took)
                .sorted()
                .toList();
        if (good.isEmpty()) {
            return Optional.empty();
        }
        Duration upper = good.get(good.size() / 2);
        return Optional.of(
                good.size() % 2 == 1
                        ? upper
                        : upper.plus(good.get(good.size() / 2 - 1)).dividedBy(2));
    }

    /** Returns the last answer. */
    public Optional<Answer> last() {
        return answers.isEmpty() ? Optional.empty() : Optional.of(answers.get(answers.size() - 1));
    }
}
