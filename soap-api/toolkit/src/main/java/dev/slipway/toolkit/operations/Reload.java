package dev.slipway.toolkit.operations;

import dev.slipway.toolkit.answer.Answer;
import dev.slipway.toolkit.answer.ExitStatus;
import dev.slipway.toolkit.answer.Json;
import dev.slipway.toolkit.verb.Verb;
import java.util.List;
import picocli.CommandLine.Command;

/** Calls the service's settingsReload. */
@Command(
        name = "reload",
        description = "Has the service read slipway.yaml again. The service takes all changes, or refuses the file"
                + " and keeps its settings; for operators.")
public final class Reload extends Verb {

    @Override
    protected int run() {
        Answer answer = ask("settingsReload");
        if (json()) {
            return answer(Json.object(answer, "settingsReload"));
        }
        List<String> changed = answer.all("changed").stream().map(Answer::text).toList();
        terminal()
                .note(
                        changed.isEmpty()
                                ? "slipway.yaml has no changes"
                                : "the service has taken the changes of slipway.yaml:");
        changed.forEach(terminal()::line);
        return ExitStatus.DONE;
    }
}
