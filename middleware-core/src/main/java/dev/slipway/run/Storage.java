package dev.slipway.run;

import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The file systems that the service writes to, and what of them must stay free. Job data end at the spare space, which results and the
 * service's own database may still use: so a full disk stops new work before it damages what is there.
 *
 * @param scratch root of the run folders
 * @param results folder of kept results
 */
public record Storage(StorageSettings settings, Path scratch, Path results) {

    /** Why no job can be let in or launched now; empty if there is room. */
    public Optional<Problem> shortage() {
        return List.of(scratch, results).stream()
                .filter(folder -> free(folder) < settings.spareBytes())
                .findFirst()
                .map(folder -> Problem.of(
                        ProblemCode.STORAGE_FULL,
                        "the file system of " + folder + " is short of space: " + words(free(folder))
                                + settings.spareBytes() + " are kept free"));
    }

    /** Why no job can be accepted now; empty if there is room, or if the store is not on this machine. */
    public Optional<Problem> storeShortage() {
        return settings.store()
                .filter(folder -> free(folder) < settings.spareBytes() / 2)
                .map(folder -> Problem.of(
                        ProblemCode.STORE_FULL,
                        "the file system of the service's own database is short of space: " + words(free(folder))
                                + settings.spareBytes() / 2 + " are kept free for the jobs that are there"));
    }

    /** Asked of the folder itself: a FileStore needs the mount table, which a changed root does not have. */
    private static long free(Path folder) {
        return folder.toFile().getUsableSpace();
    }

    private static String words(long free) {
        return free + " bytes are free, of which ";
    }
}
