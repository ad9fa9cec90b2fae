package dev.slipway.gateway.files;

import dev.slipway.problem.ByteCount;
import java.io.IOException;

/**
 * The space that is left for one file's folder. Java has no type for the errors ENOSPC and EDQUOT, so after a failed write the file
 * system is asked, while what was written still stands there.
 */
record Space(ParentFolder folder, long spareBytes) {
    /** Refuses to use up what is to stay free. */
    void check() throws FileProblems.NoSpaceException {
        long usable = folder.usableBytes();
        if (usable <= spareBytes) {
            throw new FileProblems.NoSpaceException(
                    folder.free().words() + ", and " + ByteCount.words(spareBytes) + " shall stay free");
        }
    }

    /** What a write failed of. */
    IOException cause(IOException e) {
        return folder.usableBytes() < spareBytes
                ? new FileProblems.NoSpaceException(
                        folder.free().words() + ", and " + ByteCount.words(spareBytes) + " shall stay free")
                : folder.cause(e);
    }
}
