package dev.slipway.toolkit.account;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Groups the verbs for profiles. */
@Command(
        name = "profile",
        description = "Lists your profiles, shows one, or chooses the default; calls no service.",
        synopsisSubcommandLabel = "VERB",
        subcommands = {ProfileList.class, ProfileShow.class, ProfileUse.class})
public final class ProfileVerbs implements Runnable {
    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "which verb of profile?");
    }
}
