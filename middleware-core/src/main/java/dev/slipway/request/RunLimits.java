package dev.slipway.request;

import java.util.Optional;

/**
 * The limits that a job's author sets for the run, beside its time. The operator may allow less.
 *
 * @param memory the bytes of all processes together
 * @param processMemory the bytes of address space of each process
 * @param processes the processes and threads of the whole run, {@code mpirun} among them
 */
public record RunLimits(Optional<Long> memory, Optional<Long> processMemory, Optional<Integer> processes) {
    /** The limits of a run that has only the operator's limits. */
    public static final RunLimits NONE = new RunLimits(Optional.empty(), Optional.empty(), Optional.empty());

    public RunLimits {
        Require.that(memory.map(bytes -> bytes >= 1).orElse(true), "memory must be at least 1 byte");
        Require.that(
                processMemory.map(bytes -> bytes >= 1).orElse(true), "memory of a process must be at least 1 byte");
        Require.that(processes.map(count -> count >= 1).orElse(true), "a run has at least 1 process");
    }
}
