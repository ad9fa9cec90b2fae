package dev.slipway.toolkit;

import java.util.Optional;
import picocli.CommandLine.Command;

/** Shows one job as it is. */
@Command(
        name = "status",
        description = {
            "Shows a job: its phases, what holds it up, what it moved, how far it is, how it ended.",
            "Of a group: how many of its jobs stand how, and the first that failed."
        })
final class Status extends JobVerb {
    @Override
    int run() {
        Answer standing = ask("status", "token", token());
        Optional<Answer> group = standing.child("group");
        if (group.isPresent()) {
            return group(group.get());
        }
        Answer status = standing.child("status").orElseThrow();
        if (json()) {
            return answer(Json.object(status, "phases", "steps"));
        }
        Optional<Answer> explanation = status.text("state").equals("CLOSED")
                ? Optional.empty()
                : ask("explain", "token", token()).child("explanation");
        new JobView(terminal()).lines(status, explanation).forEach(terminal()::line);
        return ExitStatus.OK;
    }

    private int group(Answer group) {
        if (json()) {
            return answer(Json.object(group, "counts", "failures"));
        }
        new GroupView(terminal()).lines(group).forEach(terminal()::line);
        return ExitStatus.OK;
    }
}
