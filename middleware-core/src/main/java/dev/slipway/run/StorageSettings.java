package dev.slipway.run;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * How long files outlive their job, and how much room they may take.
 *
 * @param folderLifetime how long the staged files of a job that failed or was cancelled stay, from its end; zero: not at all
 * @param resultLifetime how long results, stdout and stderr are kept, from the job's end
 * @param jobBytes the most that one run folder may hold, one file of a run may be long, and one job's results may come to
 * @param spareBytes kept free on the file systems of run folders and results: with less, no job is let in and none is launched
 * @param store folder of the service's own database, if it is on this machine: with less than half of the spare bytes free there, no
 *     job is accepted
 */
public record StorageSettings(
        Duration folderLifetime, Duration resultLifetime, long jobBytes, long spareBytes, Optional<Path> store) {

    /** A day for run folders, thirty for results; 64 GiB for a job, 64 MiB to spare. */
    public static final StorageSettings DEFAULTS =
            new StorageSettings(Duration.ofHours(24), Duration.ofDays(30), 64L << 30, 64L << 20, Optional.empty());

    public StorageSettings {
        require(!folderLifetime.isNegative(), "the lifetime of run folders is negative");
        require(resultLifetime.toSeconds() >= 1, "the lifetime of results must be at least one second");
        require(jobBytes >= 1, "a job must be allowed at least one byte");
        require(spareBytes >= 0, "the space to keep free is negative");
    }

    private static void require(boolean condition, String otherwise) {
        if (!condition) {
            throw new IllegalArgumentException(otherwise);
        }
    }
}
