package dev.slipway.toolkit.operations;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Groups the verbs for places. */
@Command(
        name = "place",
        description = "Lists and checks sources, hosts, sites, folders and clusters, pauses and resumes places; for"
                + " operators.",
        synopsisSubcommandLabel = "VERB",
        subcommands = {PlaceList.class, PlacePause.class, PlaceResume.class, PlaceCheck.class})
public final class Places implements Runnable {
    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "which verb of place?");
    }
}
