package dev.slipway.toolkit.operations;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Groups the verbs for partitions. */
@Command(
        name = "partition",
        description = "Lists partitions, drains and resumes them; for operators.",
        synopsisSubcommandLabel = "VERB",
        subcommands = {PartitionList.class, PartitionDrain.class, PartitionResume.class})
public final class Partitions implements Runnable {
    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "which verb of partition?");
    }
}
