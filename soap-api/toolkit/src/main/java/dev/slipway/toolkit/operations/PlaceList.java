package dev.slipway.toolkit.operations;

import dev.slipway.toolkit.answer.Answer;
import dev.slipway.toolkit.terminal.Figures;
import dev.slipway.toolkit.terminal.TextTable;
import dev.slipway.toolkit.verb.Verb;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Command;

/** Calls the service's places. */
@Command(
        name = "list",
        description =
                "Lists places and clusters with their last answers, the time that an answer took, the median of such"
                        + " times, waiting jobs, pauses and last failures; for operators and auditors.")
final class PlaceList extends Verb {

    @Override
    protected int run() {
        return listed(
                ask("places"),
                "place",
                new TextTable("PLACE", "ANSWER", "SINCE", "TOOK", "MEDIAN", "JOBS WAITING", "REMARK"),
                place -> new String[] {
                    place.text("name"),
                    place.text("answer").toLowerCase(Locale.ROOT),
                    Figures.time(place.text("since")),
                    place.find("latencySeconds").map(Figures::latency).orElse(""),
                    place.find("medianLatencySeconds").map(Figures::latency).orElse(""),
                    place.text("waiting"),
                    remark(place)
                });
    }

    /** Returns the message of a problem, and the last line of the words that the place said. */
    private static String words(Answer problem) {
        return problem.text("message")
                + problem.find("detail")
                        .flatMap(detail -> detail.strip().lines().reduce((first, last) -> last))
                        .filter(line -> !line.isBlank())
                        .map(line -> " (" + line + ")")
                        .orElse("");
    }

    private static String remark(Answer place) {
        return Stream.of(
                        place.child("paused").map(paused -> Stops.words("paused", paused)),
                        place.child("problem").map(PlaceList::words),
                        place.child("lastFailure")
                                .filter(failure -> place.child("problem").isEmpty())
                                .map(failure -> "last failed " + Figures.time(place.text("lastFailed")) + ": "
                                        + words(failure)),
                        Optional.of("no longer configured").filter(gone -> !place.is("configured")))
                .flatMap(Optional::stream)
                .map(line -> line.replace('\n', ' '))
                .collect(Collectors.joining("; "));
    }
}
