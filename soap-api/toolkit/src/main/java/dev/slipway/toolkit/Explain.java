package dev.slipway.toolkit;

import picocli.CommandLine.Command;

/** Shows why a job is in its present state. */
@Command(
        name = "explain",
        description = {
            "Says why a job waits or failed, and what to do.",
            "Of one that waits: what for, its place in the queue, and about how long. Of one that failed: whose problem it is."
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
