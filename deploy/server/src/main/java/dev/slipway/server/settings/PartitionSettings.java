package dev.slipway.server.settings;

import dev.slipway.run.DocumentVariables;
import java.time.Duration;
import java.util.List;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * Describes a part of the machine, or of a cluster, on which runs take turns. The first partition is the default.
 *
 * @param slots processes that may run at once; on a cluster, processes that may be there at once, running or waiting
 * @param environment names and patterns of the variables that documents may set; null: the usual ones
 * @param slotMemory memory that a run may have for each process; 0: no limit
 * @param cluster the name of the cluster beneath the partition; empty: the machine of the service
 * @param queue Slurm's partition on that cluster
 * @param usersPrograms whether jobs may run files of their own
 */
public record PartitionSettings(
        @DefaultValue("8") int slots,
        @DefaultValue("24h") Duration wallTime,
        List<String> environment,
        @DefaultValue("0B") DataSize slotMemory,
        @DefaultValue("") String cluster,
        @DefaultValue("") String queue,
        @DefaultValue("false") boolean usersPrograms) {
    static final PartitionSettings STANDARD = new PartitionSettings(
            8, Duration.ofHours(24), DocumentVariables.USUAL.listed(), DataSize.ofBytes(0), "", "", false);

    public PartitionSettings {
        environment = environment == null ? DocumentVariables.USUAL.listed() : List.copyOf(environment);
    }

    /** Returns whether the partition lies on a cluster. */
    public boolean onCluster() {
        return !cluster.isEmpty();
    }
}
