package dev.slipway.run;

import java.time.Instant;

/**
 * How a run ended.
 *
 * @param exitStatus of mpirun; not comparable between MPI implementations
 * @param signal that ended mpirun, or 0
 * @param userSeconds processor time of all its processes
 * @param maxRssBytes of its largest process
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
