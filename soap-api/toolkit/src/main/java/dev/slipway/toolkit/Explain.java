package dev.slipway.toolkit;

import picocli.CommandLine.Command;

/** Shows why a job is in its present state. */
@Command(
        name = "explain",
        description = {
            "Says why a job waits or failed, and names the remedy.",
            "For a waiting job: the reason, the place in the queue, and the likely time. For a failed job: who can solve it."
        })
final class Explain extends JobVerb {
    @Override
    int run() {
        Answer explanation =
                ask("explain", "token", token()).child("explanation").orElseThrow();
        if (json()) {
            return answer(Json.object(explanation));
        }
        new ExplanationView(terminal()).lines(explanation).forEach(terminal()::line);
        return ExitStatus.OK;
    }
}
