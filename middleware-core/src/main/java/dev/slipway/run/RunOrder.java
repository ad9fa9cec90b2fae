package dev.slipway.run;

import dev.slipway.request.LaunchRequest;
import java.util.Optional;

/**
 * An order for a run.
 *
 * @param name the name by which the run is found again on the machine: the job's token
 * @param wallTime the limit on elapsed time in seconds, from the partition and the request together
 * @param memory the limit on the memory of all processes in bytes, from the partition and the request together
 */
public record RunOrder(String name, RunFolder folder, LaunchRequest request, long wallTime, Optional<Long> memory) {
    /** Makes an order without a limit on memory. */
    public RunOrder(String name, RunFolder folder, LaunchRequest request, long wallTime) {
        this(name, folder, request, wallTime, Optional.empty());
    }
}
