package dev.slipway.dispatch;

import dev.slipway.job.MovedFile;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.request.RunPath;
import dev.slipway.run.RunFolder;
import dev.slipway.run.UntrustedFiles;
import java.io.IOException;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Checks that staged files are still in the run folder. */
final class StagedFilesCheck {
    private static final Logger LOG = LoggerFactory.getLogger(StagedFilesCheck.class);

    private StagedFilesCheck() {}

    /** Returns whether the file is there. The file must have the recorded size, unless several steps wrote the file. */
    static boolean present(RunFolder folder, MovedFile file) {
        try (SeekableByteChannel channel =
                UntrustedFiles.open(folder.files(), Path.of(file.file().value()))) {
            return file.bytes() < 0 || channel.size() == file.bytes();
        } catch (IOException e) {
            return false;
        }
    }

    /**
     * Refuses a link, a pipe or a device in the place of a file that a program should have left. The service, which may
     * be root, would read through such a link. The run is over and its folder is sealed, so the file does not change
     * after the check. A missing file is for the gateway to report.
     */
    static void requireNoTrap(RunFolder folder, RunPath file) {
        try (SeekableByteChannel channel = UntrustedFiles.open(folder.files(), Path.of(file.value()))) {
            LOG.trace("{} is a regular file of {} bytes", file, channel.size());
        } catch (UntrustedFiles.RefusedFile e) {
            throw new ProblemException(new Problem(
                    ProblemCode.FILE_MISSING,
                    "there is no regular file " + file + " in the run folder",
                    e.getMessage()));
        } catch (IOException e) {
            LOG.debug("{} cannot be looked at: {}", file, e.toString());
        }
    }
}
