package dev.slipway.toolkit.authoring;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Groups the verbs for drafts. */
@Command(
        name = "draft",
        description = "Lists your drafts, shows and deletes them.",
        synopsisSubcommandLabel = "VERB",
        subcommands = {DraftList.class, DraftShow.class, DraftDelete.class})
public final class Drafts implements Runnable {
    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "which verb of draft?");
    }
}
