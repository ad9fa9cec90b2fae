package dev.slipway.toolkit.operations;

import picocli.CommandLine.Command;

/** Calls the service's partitionResume. */
@Command(name = "resume", description = "Ends the drain of a partition, or with --all the drain of all.")
final class PartitionResume extends PartitionVerb {

    @Override
    protected int run() {
        return change("partitionResume", fields(), "has ended");
    }
}
