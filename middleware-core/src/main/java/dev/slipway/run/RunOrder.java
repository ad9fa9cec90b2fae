package dev.slipway.run;

import dev.slipway.request.LaunchRequest;

/**
 * A run to be made.
 *
 * @param name by which it is found again on the machine: the job's token
 * @param wallTime limit on elapsed time in seconds, the partition's and the request's taken together
 */
public record RunOrder(String name, RunFolder folder, LaunchRequest request, long wallTime) {}
