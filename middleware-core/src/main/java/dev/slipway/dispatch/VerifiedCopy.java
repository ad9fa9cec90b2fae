package dev.slipway.dispatch;

import dev.slipway.digest.Sha256;
import dev.slipway.job.MovedFile;
import dev.slipway.run.RunFolder;
import dev.slipway.run.UntrustedFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Copies a file out of a run folder if the file is still as it was staged. */
final class VerifiedCopy {
    private static final int BUFFER = 1 << 18;

    private VerifiedCopy() {}

    /**
     * Writes the file to {@code part}, durably if this returns true; a program may have left anything in the folder.
     *
     * @return false if the file does not have the recorded size and digest; {@code part} is then worthless
     * @throws IOException also if the file does not exist any more
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
