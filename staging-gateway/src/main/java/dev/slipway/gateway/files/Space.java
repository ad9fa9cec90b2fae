package dev.slipway.gateway.files;

import dev.slipway.problem.ByteCount;
import java.io.IOException;

/**
 * The space that is left for one file's folder. Java has no type for the errors ENOSPC and EDQUOT, so after a failed write the file
 * system is asked, while what was written still stands there.
 */
record Space(ParentFolder folder, long spareBytes) {
    /** A write needs no more than this at once; a file system that has it did not fail for want of space. */
    private static final long NEARLY_NOTHING = 1L << 20;

    /** Refuses to use up what is to stay free. */
    void check() throws FileProblems.NoSpaceException {
        long usable = folder.usableBytes();
        if (usable <= spareBytes) {
            throw new FileProblems.NoSpaceException(
                    ByteCount.words(usable) + " are free, and " + ByteCount.words(spareBytes) + " shall stay free");
        }
    }

    /** What a write failed of. */
    IOException cause(IOException e) {
        long usable = folder.usableBytes();
        return usable < Math.max(spareBytes, NEARLY_NOTHING)
                ? new FileProblems.NoSpaceException(ByteCount.words(usable) + " are free")
                : e;
    }
}
