package dev.slipway.run;

import dev.slipway.problem.ProblemCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Tells a full disk, which passes, from other errors of a file system. */
public final class StorageProblem {
    private static final long NEARLY_NOTHING = 1L << 20;

    private StorageProblem() {}

    /** The problem when writing below {@code folder} failed. */
    public static ProblemCode of(Path folder) {
        try {
            return Files.getFileStore(folder).getUsableSpace() < NEARLY_NOTHING
                    ? ProblemCode.STORAGE_FULL
                    : ProblemCode.INTERNAL;
        } catch (IOException e) {
            return ProblemCode.INTERNAL;
        }
    }
}
