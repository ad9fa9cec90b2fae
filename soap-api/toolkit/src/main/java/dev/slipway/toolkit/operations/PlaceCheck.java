package dev.slipway.toolkit.operations;

import dev.slipway.toolkit.answer.Answer;
import dev.slipway.toolkit.answer.ExitStatus;
import dev.slipway.toolkit.answer.Failure;
import dev.slipway.toolkit.answer.Json;
import dev.slipway.toolkit.terminal.Figures;
import java.time.Duration;
import picocli.CommandLine.Command;

/** Calls the service's placeCheck, and then places until the place has answered. */
@Command(
        name = "check",
        description =
                "Checks now whether a place or a cluster lets the service in. If it does, the jobs that wait for it go"
                        + " on at once.")
final class PlaceCheck extends PlaceVerb {
    private static final Duration BETWEEN = Duration.ofMillis(200);

    /** The longest wait, in looks: two minutes, which no check takes. */
    private static final int LOOKS = 600;

    @Override
    protected int run() {
        ask("placeCheck", fields());
        Answer answered = answered();
        answered.child("problem").ifPresent(problem -> {
            throw Failure.of(problem).at(place());
        });
        if (json()) {
            return answer(Json.object(answered));
        }
        terminal()
                .line(place() + " lets the service in"
                        + answered.find("latencySeconds")
                                .map(took -> ", within " + Figures.latency(took))
                                .orElse(""));
        return ExitStatus.DONE;
    }

    /** Waits for the answer of the place. */
    private Answer answered() {
        for (int look = 0; look < LOOKS; look++) {
            Answer standing = ask("places").all("place").stream()
                    .filter(one -> one.text("name").equals(place()))
                    .findFirst()
                    .orElseThrow(() -> Failure.usage(
                            "the service has no " + place() + " any more", "Look at `slipway place list`."));
            if (standing.find("asked").isEmpty()) {
                return standing;
            }
            pause().of(BETWEEN);
        }
        throw Failure.notReached("no answer of " + place() + " yet", "", "Look later at `slipway place list`.")
                .at(place());
    }
}
