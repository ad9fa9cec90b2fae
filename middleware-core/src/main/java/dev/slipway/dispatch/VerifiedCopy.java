package dev.slipway.dispatch;

import dev.slipway.digest.Sha256;
import dev.slipway.job.JobEvent.MovedFile;
import dev.slipway.run.RunFolder;
import dev.slipway.run.UntrustedFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Copies a file out of a run folder if it is still as it was staged. */
final class VerifiedCopy {
    private static final int BUFFER = 1 << 18;

    private VerifiedCopy() {}

    /**
     * Writes the file to {@code part}, on disk when this returns true; a program may have left anything in the folder.
     *
     * @return false if it has not the recorded size and digest; {@code part} is then worth nothing
     * @throws IOException also if there is no such file any more
     */
    static boolean make(RunFolder from, MovedFile file, Path part) throws IOException {
        try (SeekableByteChannel source =
                UntrustedFiles.open(from.files(), Path.of(file.file().value()))) {
            return source.size() == file.bytes() && digest(source, part).equals(file.sha256());
        }
    }

    private static String digest(SeekableByteChannel source, Path part) throws IOException {
        Sha256 digest = new Sha256();
        ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER);
        try (FileChannel target = FileChannel.open(
                part, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE)) {
            while (source.read(buffer.clear()) >= 0) {
                digest.add(buffer.flip());
                while (buffer.hasRemaining()) {
                    target.write(buffer);
                }
            }
            target.force(true);
        }
        return digest.end();
    }
}
