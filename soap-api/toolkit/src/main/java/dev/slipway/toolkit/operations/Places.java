package dev.slipway.toolkit.operations;

import dev.slipway.toolkit.verb.VerbGroup;
import picocli.CommandLine.Command;

/** Groups the verbs for places. */
@Command(
        name = "place",
        description = "Lists and checks sources, hosts, sites, folders and clusters, pauses and resumes places; for"
                + " operators.",
        synopsisSubcommandLabel = "VERB",
        subcommands = {PlaceList.class, PlacePause.class, PlaceResume.class, PlaceCheck.class})
public final class Places extends VerbGroup {}
