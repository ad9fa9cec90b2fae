package dev.slipway.toolkit.authoring;

import dev.slipway.toolkit.terminal.Figures;
import dev.slipway.toolkit.terminal.TextTable;
import dev.slipway.toolkit.verb.Verb;
import picocli.CommandLine.Command;

/** Calls the service's drafts. */
@Command(name = "list", description = "Lists your drafts of jobs, the last changed first.")
final class DraftList extends Verb {

    @Override
    protected int run() {
        return listed(
                ask("drafts"), "draft", new TextTable("ID", "NAME", "CHANGED", "LAST JOB"), draft -> new String[] {
                    draft.text("id"), draft.text("name"), Figures.time(draft.text("changed")), draft.text("job")
                });
    }
}
