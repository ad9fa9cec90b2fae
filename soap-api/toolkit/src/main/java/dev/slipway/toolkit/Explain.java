package dev.slipway.toolkit;

import picocli.CommandLine.Command;

/** Says why a job stands where it stands. */
@Command(
        name = "explain",
        description = {
            "Says what a job waits for and about how long,",
            "or why it failed, whose problem that is, and what to do."
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
