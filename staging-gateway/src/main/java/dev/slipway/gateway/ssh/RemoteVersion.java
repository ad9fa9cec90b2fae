package dev.slipway.gateway.ssh;

import com.jcraft.jsch.SftpATTRS;
import dev.slipway.digest.Sha256;
import dev.slipway.gateway.step.StepProblem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;

/**
 * What tells that a remote file is still the one that was looked at.
 *
 * @param modified seconds since 1970
 */
record RemoteVersion(String host, String path, long bytes, long modified) {

    /** @throws dev.slipway.problem.ProblemException REMOTE_FILE of what is no regular file */
    static RemoteVersion of(String host, String path, SftpATTRS attributes) {
        if (!attributes.isReg()) {
            throw StepProblem.of(ProblemCode.REMOTE_FILE, path + " on host " + host + " is not a regular file");
        }
        return new RemoteVersion(host, path, attributes.getSize(), attributes.getMTime());
    }

    /** One line that no other version has. */
    String origin() {
        return Sha256.hex(host + "\n" + path + "\n" + bytes + "\n" + modified);
    }

    /** Holds the file against what it is now, and against the bytes that came. */
    void requireUnchanged(RemoteFile now, long came) {
        if (!equals(now.version()) || came != bytes) {
            throw changed("bytes before " + bytes + ", fetched " + came + ", after "
                    + now.version().bytes());
        }
    }

    /** The problem of a file that is not any more what it was. */
    ProblemException changed(String detail) {
        return StepProblem.of(
                ProblemCode.REMOTE_FILE, path + " on host " + host + " changed while it was fetched", detail);
    }
}
