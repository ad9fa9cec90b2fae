package dev.slipway.run;

import java.time.Duration;

/**
 * A named part of the machine on which runs take turns.
 *
 * @param slots processes that may run at once
 * @param wallTime most that a run may take; also holds if the job asks for more, or for no limit
 * @param variables that documents may set for their programs
 * @param slotMemory bytes of memory that a run may have for each process; 0: no limit
 * @param kind the kind of machines beneath the partition, which decides the demands that the partition takes
 * @param usersPrograms whether jobs may run staged files as their programs
 */
public record Partition(
        String name,
        int slots,
        Duration wallTime,
        DocumentVariables variables,
        long slotMemory,
        PartitionKind kind,
        boolean usersPrograms) {
    public Partition {
        if (name == null || name.isBlank()) {
            throw new IllegalArgumentException("a partition has no name");
        }
        if (slots < 1) {
            throw new IllegalArgumentException("partition " + name + ": slots must be at least 1");
        }
        if (wallTime.compareTo(Duration.ofSeconds(1)) < 0) {
            throw new IllegalArgumentException("partition " + name + ": wall time must be at least one second");
        }
        if (slotMemory < 0) {
            throw new IllegalArgumentException("partition " + name + ": the memory of a slot is negative");
        }
        if (kind == null) {
            throw new IllegalArgumentException("partition " + name + " has no kind");
        }
    }

    /** Makes a partition of the service's own machine for the operator's programs. */
    public Partition(String name, int slots, Duration wallTime, DocumentVariables variables, long slotMemory) {
        this(name, slots, wallTime, variables, slotMemory, PartitionKind.MACHINE, false);
    }

    /** Makes a partition without a limit on the memory of its runs. */
    public Partition(String name, int slots, Duration wallTime, DocumentVariables variables) {
        this(name, slots, wallTime, variables, 0);
    }

    /** Returns this partition as one of another kind. */
    public Partition of(PartitionKind other) {
        return new Partition(name, slots, wallTime, variables, slotMemory, other, usersPrograms);
    }

    /** Makes a partition with the usual variables and without a limit on the memory of its runs. */
    public Partition(String name, int slots, Duration wallTime) {
        this(name, slots, wallTime, DocumentVariables.USUAL, 0);
    }
}
