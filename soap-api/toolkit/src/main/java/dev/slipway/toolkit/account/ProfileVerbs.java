package dev.slipway.toolkit.account;

import dev.slipway.toolkit.verb.VerbGroup;
import picocli.CommandLine.Command;

/** Groups the verbs for profiles. */
@Command(
        name = "profile",
        description = "Lists your profiles, shows one, or chooses the default; calls no service.",
        synopsisSubcommandLabel = "VERB",
        subcommands = {ProfileList.class, ProfileShow.class, ProfileUse.class})
public final class ProfileVerbs extends VerbGroup {}
