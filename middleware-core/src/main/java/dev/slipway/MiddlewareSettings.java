package dev.slipway;

import dev.slipway.desk.IntakeSettings;
import dev.slipway.dispatch.DispatchSettings;
import dev.slipway.dispatch.Partitions;
import dev.slipway.queue.QueueSettings;
import dev.slipway.run.HostList;
import dev.slipway.run.MpirunSettings;
import dev.slipway.run.Partition;
import dev.slipway.run.PartitionKind;
import dev.slipway.run.RunSettings;
import dev.slipway.run.Storage;
import dev.slipway.run.StorageSettings;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * All limits and folders of the middleware. An invalid value is refused, never repaired.
 *
 * @param results the folder of kept results, absolute; closed to all users but the service
 * @param scratch the root of the run folders, absolute, on the cluster's file system; neither inside {@code results}
 *     nor around it
 * @param partitions at least one; the first is the default
 * @param queue the rules by which jobs are let in
 * @param dispatch the limits on concurrent work, and the intervals between looks at runs
 * @param runs the settings of runs on this machine and on clusters
 * @param storage how long files are kept and how much room they may take
 * @param intake the limits on submissions
 */
public record MiddlewareSettings(
        Path results,
        Path scratch,
        List<Partition> partitions,
        QueueSettings queue,
        DispatchSettings dispatch,
        RunSettings runs,
        StorageSettings storage,
        IntakeSettings intake) {

    public MiddlewareSettings {
        partitions = List.copyOf(partitions);
        new Partitions(partitions);
        require(results.isAbsolute(), "the results folder's path must be absolute: " + results);
        require(scratch.isAbsolute(), "the scratch folder's path must be absolute: " + scratch);
        require(
                !results.startsWith(scratch) && !scratch.startsWith(results),
                "results and scratch must lie apart: " + results + ", " + scratch);
        Set<String> known = named(partitions, PartitionKind.SLURM);
        require(
                runs.clusterOfPartition().keySet().equals(known),
                "the partitions of clusters are " + known + ", and clusters have queues for "
                        + runs.clusterOfPartition().keySet());
        Set<String> listed = runs.lists().stream().map(HostList::partition).collect(Collectors.toSet());
        require(
                listed.equals(named(partitions, PartitionKind.HOSTS))
                        && listed.size() == runs.lists().size(),
                "the partitions of hosts are " + named(partitions, PartitionKind.HOSTS)
                        + ", and lists of hosts are for " + listed);
    }

    private static Set<String> named(List<Partition> partitions, PartitionKind kind) {
        return partitions.stream()
                .filter(partition -> partition.kind() == kind)
                .map(Partition::name)
                .collect(Collectors.toSet());
    }

    /** Returns the settings of runs on this machine. */
    public MpirunSettings mpirun() {
        return runs.here();
    }

    /** Returns the file systems that runs and results need. */
    Storage disks() {
        return new Storage(storage, scratch, results);
    }

    private static void require(boolean condition, String otherwise) {
        if (!condition) {
            throw new IllegalArgumentException(otherwise);
        }
    }
}
