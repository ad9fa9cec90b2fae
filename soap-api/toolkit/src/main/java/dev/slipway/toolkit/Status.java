package dev.slipway.toolkit;

import picocli.CommandLine.Command;

/** Shows one job as it is. */
@Command(name = "status", description = "Shows a job: its phases, what it moved, how far it is, how it ended.")
final class Status extends JobVerb {
    @Override
    int run() {
        Answer status = ask("status", "token", token()).child("status").orElseThrow();
        if (json()) {
            return answer(Json.object(status, "phases", "steps"));
        }
        new JobView(terminal()).lines(status).forEach(terminal()::line);
        return ExitStatus.OK;
    }
}
