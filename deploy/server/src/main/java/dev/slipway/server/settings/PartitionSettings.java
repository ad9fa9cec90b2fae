package dev.slipway.server.settings;

import dev.slipway.run.DocumentVariables;
import dev.slipway.run.PartitionKind;
import java.time.Duration;
import java.util.List;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * Describes a part of the machine, or of a cluster, on which runs take turns. The first partition is the default.
 *
 * @param slots processes that may run at once; on a cluster, processes that may be there at once, running or waiting;
 *     null: 8, or those of the hosts
 * @param wallTime longest time that a run may take; a document may ask for less
 * @param environment names and patterns of the variables that documents may set; null: the usual ones
 * @param slotMemory memory that a run may have for each process; 0: no limit
 * @param cluster the name of the cluster beneath the partition; empty: the machine of the service
 * @param queue Slurm's partition on that cluster
 * @param usersPrograms whether jobs may run files of their own
 * @param hosts the hosts beneath the partition
 */
public record PartitionSettings(
        Integer slots,
        @DefaultValue("24h") Duration wallTime,
        List<String> environment,
        @DefaultValue("0B") DataSize slotMemory,
        @DefaultValue("") String cluster,
        @DefaultValue("") String queue,
        @DefaultValue("false") boolean usersPrograms,
        @DefaultValue HostsSection hosts) {
    private static final int USUAL_SLOTS = 8;

    static final PartitionSettings STANDARD = new PartitionSettings(
            USUAL_SLOTS,
            Duration.ofHours(24),
            DocumentVariables.USUAL.listed(),
            DataSize.ofBytes(0),
            "",
            "",
            false,
            HostsSection.NONE);

    public PartitionSettings {
        environment = environment == null ? DocumentVariables.USUAL.listed() : List.copyOf(environment);
    }

    /** Returns the number of slots: the given number, or that of all hosts, or the usual one. */
    public int allSlots() {
        if (slots != null) {
            return slots;
        }
        return onHosts()
                ? hosts.list().stream().mapToInt(HostsSection.Entry::slots).sum()
                : USUAL_SLOTS;
    }

    /** Returns the kind of the partition: a cluster, a list of hosts, or this machine. */
    public PartitionKind kind() {
        if (onCluster()) {
            return PartitionKind.SLURM;
        }
        return onHosts() ? PartitionKind.HOSTS : PartitionKind.MACHINE;
    }

    /** Returns whether the partition has a list of hosts. */
    public boolean onHosts() {
        return !hosts.list().isEmpty();
    }

    /** Returns whether the partition lies on a cluster. */
    public boolean onCluster() {
        return !cluster.isEmpty();
    }
}
