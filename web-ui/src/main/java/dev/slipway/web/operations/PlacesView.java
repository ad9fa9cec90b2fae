package dev.slipway.web.operations;

import dev.slipway.operations.PlaceStanding;
import dev.slipway.problem.Problem;
import dev.slipway.staging.PlaceHealth;
import dev.slipway.staging.PlaceHealth.Answer;
import dev.slipway.web.Readable;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Describes the places for the JSP.
 *
 * @param changes whether the reader may pause, resume and check
 */
public record PlacesView(boolean changes, List<Row> places) {

    /**
     * Describes one place.
     *
     * @param word name of the place in requests to pause, resume or check
     * @param answer the last answer, a name of {@link PlaceStanding.Answer}
     * @param since time of the first answer of this kind; null before any answer
     * @param latency of the last answer; empty before any answer
     * @param median latency of the kept answers that let the service in; empty without such an answer
     * @param checked time since the last answer; empty before any answer
     * @param asked time that the service has waited for an answer; empty if the place is not being asked
     * @param nextTry time until the place is asked again for waiting jobs; empty if no job waits
     * @param paused null if the place is not paused
     */
    public record Row(
            String kind,
            String name,
            String word,
            boolean configured,
            String answer,
            Readable.Moment since,
            Said said,
            String latency,
            String median,
            Sparkline spark,
            String checked,
            String asked,
            int waiting,
            String nextTry,
            StopView paused) {}

    /**
     * Describes the failures at a place.
     *
     * @param problem of the last answer, if the place did not let the service in; else empty
     * @param failedAt time of the last failure, if the place has answered since; else null
     * @param failure the problem of that failure; empty without one
     */
    public record Said(String problem, Readable.Moment failedAt, String failure) {
        static Said of(PlaceHealth health) {
            String problem = said(health.last());
            Optional<Answer> failed = health.failure().filter(one -> problem.isEmpty());
            return new Said(
                    problem, failed.map(one -> Readable.moment(one.at())).orElse(null), said(failed));
        }

        private static String said(Optional<Answer> answer) {
            return answer.flatMap(Answer::problem).map(PlacesView::words).orElse("");
        }
    }

    static PlacesView of(List<PlaceStanding> places, boolean changes, Instant now) {
        return new PlacesView(
                changes, places.stream().map(place -> row(place, now)).toList());
    }

    private static Row row(PlaceStanding place, Instant now) {
        Optional<Answer> last = place.health().last();
        return new Row(
                place.place().getClass().getSimpleName().toLowerCase(Locale.ROOT),
                place.place().name(),
                place.place().word(),
                place.configured(),
                place.answer().name(),
                place.health().since().map(Readable::moment).orElse(null),
                Said.of(place.health()),
                last.map(answer -> Sparkline.words(answer.took())).orElse(""),
                place.health().median().map(Sparkline::words).orElse(""),
                Sparkline.of(place.health().answers()),
                last.map(answer -> span(answer.at(), now)).orElse(""),
                place.health().asked().map(asked -> span(asked, now)).orElse(""),
                place.waiting(),
                place.nextTry().map(then -> span(now, then)).orElse(""),
                place.paused().map(StopView::of).orElse(null));
    }

    /** Returns the message, and the last line of the words that the place said. */
    private static String words(Problem problem) {
        return problem.message()
                + problem.detail()
                        .strip()
                        .lines()
                        .reduce((first, last) -> last)
                        .filter(line -> !line.isBlank())
                        .map(line -> " (" + line + ")")
                        .orElse("");
    }

    private static String span(Instant from, Instant to) {
        Duration span = Duration.between(from, to);
        return Readable.about(span.isNegative() ? Duration.ZERO : span);
    }
}
