package dev.slipway.toolkit.authoring;

import dev.slipway.toolkit.answer.Answer;
import dev.slipway.toolkit.answer.ExitStatus;
import dev.slipway.toolkit.answer.Json;
import dev.slipway.toolkit.terminal.Figures;
import dev.slipway.toolkit.terminal.TextTable;
import dev.slipway.toolkit.verb.Verb;
import picocli.CommandLine.Command;

/** Calls the service's drafts. */
@Command(name = "list", description = "Lists your drafts of jobs, the last changed first.")
final class DraftList extends Verb {

    @Override
    protected int run() {
        Answer answer = ask("drafts");
        if (json()) {
            return answer(Json.object(answer, "drafts"));
        }
        TextTable table = new TextTable("ID", "NAME", "CHANGED", "LAST JOB");
        for (Answer draft : answer.all("draft")) {
            table.row(draft.text("id"), draft.text("name"), Figures.time(draft.text("changed")), draft.text("job"));
        }
        table.lines().forEach(terminal()::line);
        return ExitStatus.DONE;
    }
}
