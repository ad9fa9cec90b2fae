package dev.slipway.toolkit.operations;

import dev.slipway.toolkit.verb.VerbGroup;
import picocli.CommandLine.Command;

/** Groups the verbs for partitions. */
@Command(
        name = "partition",
        description = "Lists partitions, drains and resumes them; for operators.",
        synopsisSubcommandLabel = "VERB",
        subcommands = {PartitionList.class, PartitionDrain.class, PartitionResume.class})
public final class Partitions extends VerbGroup {}
