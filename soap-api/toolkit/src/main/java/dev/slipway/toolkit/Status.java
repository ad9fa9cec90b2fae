package dev.slipway.toolkit;

import java.util.Optional;
import picocli.CommandLine.Command;

/** Shows one job as it is. */
@Command(
        name = "status",
        description = "Shows a job: its phases, what holds it up, what it moved, how far it is, how it ended.")
final class Status extends JobVerb {
    @Override
    int run() {
        Answer status = ask("status", "token", token()).child("status").orElseThrow();
        if (json()) {
            return answer(Json.object(status, "phases", "steps"));
        }
        Optional<Answer> explanation = status.text("state").equals("CLOSED")
                ? Optional.empty()
                : ask("explain", "token", token()).child("explanation");
        new JobView(terminal()).lines(status, explanation).forEach(terminal()::line);
        return ExitStatus.OK;
    }
}
