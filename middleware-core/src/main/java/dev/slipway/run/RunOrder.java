package dev.slipway.run;

import dev.slipway.request.LaunchRequest;
import java.util.Optional;

/**
 * A run to be made.
 *
 * @param name by which it is found again on the machine: the job's token
 * @param wallTime limit on elapsed time in seconds, the partition's and the request's taken together
 * @param memory limit on the memory of all processes in bytes, the partition's and the request's taken together
 */
public record RunOrder(String name, RunFolder folder, LaunchRequest request, long wallTime, Optional<Long> memory) {
    /** A run whose memory is not limited. */
    public RunOrder(String name, RunFolder folder, LaunchRequest request, long wallTime) {
        this(name, folder, request, wallTime, Optional.empty());
    }
}
