package dev.slipway.run;

import dev.slipway.problem.ProblemCode;
import java.nio.file.Files;
import java.nio.file.Path;

/** Tells a full disk, which passes, from other errors of a file system. */
public final class StorageProblem {
    private static final long NEARLY_NOTHING = 1L << 20;

    private StorageProblem() {}

    /** The problem when writing below {@code folder} failed. */
    public static ProblemCode of(Path folder) {
        // Asked of the folder itself: a FileStore needs the mount table, which a changed root does not have.
        boolean full = Files.isDirectory(folder) && folder.toFile().getUsableSpace() < NEARLY_NOTHING;
        return full ? ProblemCode.STORAGE_FULL : ProblemCode.INTERNAL;
    }
}
