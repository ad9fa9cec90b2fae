package dev.slipway.run;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * How long files outlive their job, and how much room they may take.
 *
 * @param folderLifetime how long the staged files of a job that failed or was cancelled stay, from its end; zero to
 *     remove them at once
 * @param resultLifetime how long results, stdout and stderr are kept, from the job's end
 * @param jobBytes the greatest size of one run folder, of one file of a run, and of one job's results
 * @param jobEntries the most files and folders that one job may stage, and that its run folder may hold
 * @param spareBytes the bytes that stay free on the file systems of run folders and results: with less, no job is let
 *     in or launched
 * @param spareEntries the number of files and folders that can still be made there, with the same effect
 * @param store the folder of the service's own database, if it is on this machine: with less than half of the spare
 *     bytes free there, no job is accepted
 */
public record StorageSettings(
        Duration folderLifetime,
        Duration resultLifetime,
        long jobBytes,
        long jobEntries,
        long spareBytes,
        long spareEntries,
        Optional<Path> store) {
    private static final long USUAL_ENTRIES = 100_000;
    private static final long USUAL_SPARE_ENTRIES = 1_000;

    /** Keeps run folders for a day and results for thirty days; allows 64 GiB for a job and keeps 64 MiB free. */
    public static final StorageSettings DEFAULTS =
            new StorageSettings(Duration.ofHours(24), Duration.ofDays(30), 64L << 30, 64L << 20, Optional.empty());

    public StorageSettings {
        require(!folderLifetime.isNegative(), "the lifetime of run folders is negative");
        require(resultLifetime.toSeconds() >= 1, "the lifetime of results must be at least one second");
        require(jobBytes >= 1, "a job must be allowed at least one byte");
        require(jobEntries >= 1, "a job must be allowed at least one file");
        require(spareBytes >= 0 && spareEntries >= 0, "the space to keep free is negative");
    }

    /** Allows a hundred thousand files and folders for a job, and keeps a thousand free. */
    public StorageSettings(
            Duration folderLifetime, Duration resultLifetime, long jobBytes, long spareBytes, Optional<Path> store) {
        this(folderLifetime, resultLifetime, jobBytes, USUAL_ENTRIES, spareBytes, USUAL_SPARE_ENTRIES, store);
    }

    /** Returns these settings with other limits on files and folders. */
    public StorageSettings entries(long ofJob, long spare) {
        return new StorageSettings(folderLifetime, resultLifetime, jobBytes, ofJob, spareBytes, spare, store);
    }

    private static void require(boolean condition, String otherwise) {
        if (!condition) {
            throw new IllegalArgumentException(otherwise);
        }
    }
}
