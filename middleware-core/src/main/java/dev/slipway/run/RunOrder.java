package dev.slipway.run;

import dev.slipway.request.LaunchRequest;
import java.util.Optional;

/**
 * An order for a run.
 *
 * @param name the name by which the run is found again on the machine: the job's token
 * @param wallTime the limit on elapsed time in seconds, from the partition and the request together
 * @param memory the limit on the memory of all processes in bytes, from the partition and the request together
 * @param partition the name of the partition, which decides the launcher of the run
 * @param submitter the owner of the run's job
 */
public record RunOrder(
        String name,
        RunFolder folder,
        LaunchRequest request,
        long wallTime,
        Optional<Long> memory,
        String partition,
        String submitter) {
    /** Makes an order for this machine, which asks neither for the partition nor for the submitter. */
    public RunOrder(String name, RunFolder folder, LaunchRequest request, long wallTime, Optional<Long> memory) {
        this(name, folder, request, wallTime, memory, "", "");
    }

    /** Makes an order for this machine without a limit on memory. */
    public RunOrder(String name, RunFolder folder, LaunchRequest request, long wallTime) {
        this(name, folder, request, wallTime, Optional.empty());
    }

    /** Returns this order with another run folder. */
    public RunOrder in(RunFolder other) {
        return new RunOrder(name, other, request, wallTime, memory, partition, submitter);
    }
}
