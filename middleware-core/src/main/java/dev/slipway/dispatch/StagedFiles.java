package dev.slipway.dispatch;

import dev.slipway.job.JobEvent.MovedFile;
import dev.slipway.run.RunFolder;
import dev.slipway.run.UntrustedFiles;
import java.io.IOException;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Path;

/** Whether staged files still stand in the run folder. */
final class StagedFiles {
    private StagedFiles() {}

    /** Whether the file is there, with the size that was recorded unless several steps wrote it. */
    static boolean present(RunFolder folder, MovedFile file) {
        try (SeekableByteChannel channel =
                UntrustedFiles.open(folder.files(), Path.of(file.file().value()))) {
            return file.bytes() < 0 || channel.size() == file.bytes();
        } catch (IOException e) {
            return false;
        }
    }
}
