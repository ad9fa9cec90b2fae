package dev.slipway.gateway.files;

import dev.slipway.problem.ByteCount;
import java.io.IOException;

/**
 * The space left for the folder of one file. Java has no exception types for ENOSPC and EDQUOT. After a failed write
 * this class therefore asks the file system for its free space, while the written bytes are still there.
 */
record FolderSpace(ParentFolder folder, long spareBytes) {
    /** Refuses to write once no more is free than must stay free. */
    void check() throws FileProblems.NoSpaceException {
        long usable = folder.usableBytes();
        if (usable <= spareBytes) {
            throw new FileProblems.NoSpaceException(
                    folder.free().words() + ", and " + ByteCount.words(spareBytes) + " shall stay free");
        }
    }

    /** Returns why a write failed. */
    IOException cause(IOException e) {
        return folder.usableBytes() < spareBytes
                ? new FileProblems.NoSpaceException(
                        folder.free().words() + ", and " + ByteCount.words(spareBytes) + " shall stay free")
                : folder.cause(e);
    }
}
