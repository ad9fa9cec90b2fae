package dev.slipway.run;

import java.time.Instant;

/**
 * The end of a run.
 *
 * @param exitStatus the exit status of mpirun; not comparable between MPI implementations
 * @param signal the signal that ended mpirun, or 0
 * @param userSeconds the processor time of all processes
 * @param maxRssBytes the memory of the largest process
 */
public record RunReport(
        int exitStatus,
        int signal,
        String reason,
        Instant started,
        Instant ended,
        double userSeconds,
        double systemSeconds,
        long maxRssBytes) {}
