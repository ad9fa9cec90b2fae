package dev.slipway.server.settings;

import dev.slipway.run.DocumentVariables;
import dev.slipway.run.PartitionKind;

/** Finds unusable values in the keys of a partition. */
record PartitionCheck(SettingsCheck check) {

    void partition(String name, PartitionSettings partition) {
        String key = "partitions." + name;
        check.name("partitions", name);
        check.atLeastOne(key + ".slots", partition.allSlots());
        check.atLeastOneSecond(key + ".wall-time", partition.wallTime());
        if (partition.slotMemory().isNegative()) {
            check.wrong(key + ".slot-memory", partition.slotMemory() + " is negative", "Give a size, as 4GB, or 0.");
        }
        if (partition.usersPrograms() && partition.kind() != PartitionKind.MACHINE) {
            check.wrong(
                    key + ".users-programs",
                    (partition.onCluster() ? "a cluster" : "a partition with a list of hosts")
                            + " runs no users' programs, because a run there keeps the network",
                    "Allow them on a partition of the service's machine.");
        }
        partition.environment().forEach(variable -> DocumentVariables.fault(variable)
                .ifPresent(fault -> check.wrong(
                        key + ".environment",
                        fault,
                        "List names, as OMP_NUM_THREADS, and patterns that begin with a whole word, as MYAPP_*.")));
    }
}
