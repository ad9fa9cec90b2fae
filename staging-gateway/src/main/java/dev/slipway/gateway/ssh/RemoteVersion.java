package dev.slipway.gateway.ssh;

import com.jcraft.jsch.SftpATTRS;
import dev.slipway.digest.Sha256;
import dev.slipway.gateway.step.StepProblem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;

/**
 * Identifies the version of a remote file, by which a change shows.
 *
 * @param modified seconds since 1970
 */
record RemoteVersion(String host, String path, long bytes, long modified) {

    /** @throws dev.slipway.problem.ProblemException REMOTE_FILE if the entry is no regular file */
    static RemoteVersion of(String host, String path, SftpATTRS attributes) {
        if (!attributes.isReg()) {
            throw StepProblem.of(ProblemCode.REMOTE_FILE, path + " on host " + host + " is not a regular file");
        }
        return new RemoteVersion(host, path, attributes.getSize(), attributes.getMTime());
    }

    /** Returns one line that identifies this version. */
    String origin() {
        return Sha256.hex(host + "\n" + path + "\n" + bytes + "\n" + modified);
    }

    /** Compares this version with the file now, and its size with the bytes that arrived. */
    void requireUnchanged(RemoteFile now, long came) {
        if (!equals(now.version()) || came != bytes) {
            throw changed("bytes before " + bytes + ", fetched " + came + ", after "
                    + now.version().bytes());
        }
    }

    /** Returns the problem of a file that has changed. */
    ProblemException changed(String detail) {
        return StepProblem.of(
                ProblemCode.REMOTE_FILE, path + " on host " + host + " changed while it was fetched", detail);
    }
}
