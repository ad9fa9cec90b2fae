package dev.slipway.run;

import dev.slipway.problem.ByteCount;
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
                .flatMap(folder -> shortage(folder, settings.spareBytes()).stream())
                .findFirst()
                .map(words -> Problem.of(ProblemCode.STORAGE_FULL, words));
    }

    /** Why no job can be accepted now; empty if there is room, or if the store is not on this machine. */
    public Optional<Problem> storeShortage() {
        return settings.store()
                .flatMap(folder -> shortage(folder, settings.spareBytes() / 2))
                .map(words -> Problem.of(
                        ProblemCode.STORE_FULL,
                        "the service's own database may not have space for one more job: " + words));
    }

    private static Optional<String> shortage(Path folder, long spare) {
        // Asked of the folder itself: a FileStore needs the mount table, which a changed root does not have.
        long free = folder.toFile().getUsableSpace();
        return free < spare
                ? Optional.of(ByteCount.words(free) + " are free on the disk of " + folder + ", and "
                        + ByteCount.words(spare) + " shall stay free")
                : Optional.empty();
    }
}
