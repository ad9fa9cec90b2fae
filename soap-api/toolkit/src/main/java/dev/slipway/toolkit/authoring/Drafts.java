package dev.slipway.toolkit.authoring;

import dev.slipway.toolkit.verb.VerbGroup;
import picocli.CommandLine.Command;

/** Groups the verbs for drafts. */
@Command(
        name = "draft",
        description = "Lists your drafts, shows and deletes them.",
        synopsisSubcommandLabel = "VERB",
        subcommands = {DraftList.class, DraftShow.class, DraftDelete.class})
public final class Drafts extends VerbGroup {}
