package dev.slipway.gateway.ssh;

import com.jcraft.jsch.ChannelSftp;
import com.jcraft.jsch.JSchAlgoNegoFailException;
import com.jcraft.jsch.JSchException;
import com.jcraft.jsch.JSchHostKeyException;
import com.jcraft.jsch.JSchSessionDisconnectException;
import com.jcraft.jsch.SftpException;
import dev.slipway.gateway.step.StepProblem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import java.io.IOException;

/** Which problem an error of JSch is. */
final class SshProblems {
    /** RFC 4253, section 11.1: no more authentication methods available. OpenSSH says 2 for too many failures. */
    private static final int NO_MORE_METHODS = 14;

    private static final int PROTOCOL_ERROR = 2;

    private SshProblems() {}

    static ProblemException connecting(SshHost host, JSchException e) {
        String where = host.host() + " port " + host.port();
        if (e instanceof JSchHostKeyException) {
            return StepProblem.of(
                    ProblemCode.HOST_KEY,
                    "host " + host.name() + " shows a key that is not the one in known_hosts",
                    where + ": " + e.getMessage());
        }
        if (e instanceof JSchAlgoNegoFailException || isLogin(e)) {
            return StepProblem.of(
                    ProblemCode.HOST_LOGIN,
                    "host " + host.name() + " refuses the login of " + host.user(),
                    where + ": " + e.getMessage());
        }
        return StepProblem.of(
                ProblemCode.HOST_UNREACHABLE,
                "host " + host.name() + " cannot be reached",
                where + ": " + e.getMessage());
    }

    private static boolean isLogin(JSchException e) {
        if (e instanceof JSchSessionDisconnectException disconnect) {
            return disconnect.getReasonCode() == NO_MORE_METHODS || disconnect.getReasonCode() == PROTOCOL_ERROR;
        }
        // JSch has no type for a refused login or an unusable key; what it does say is that no I/O failed, and these
        // words.
        String words = String.valueOf(e.getMessage());
        return !(e.getCause() instanceof IOException)
                && (words.startsWith("Auth fail")
                        || words.startsWith("Auth cancel")
                        || words.startsWith("USERAUTH fail")
                        || words.startsWith("invalid privatekey"));
    }

    /** While moving {@code path}. */
    static ProblemException moving(SftpConnection connection, String path, SftpException e) {
        String name = connection.host().name();
        boolean lost = e.id == ChannelSftp.SSH_FX_NO_CONNECTION
                || e.id == ChannelSftp.SSH_FX_CONNECTION_LOST
                || !connection.answers();
        if (lost) {
            return lost(connection, path);
        }
        String what =
                switch (e.id) {
                    case ChannelSftp.SSH_FX_NO_SUCH_FILE -> "host " + name + " has no file " + path;
                    case ChannelSftp.SSH_FX_PERMISSION_DENIED -> "host " + name + " denies access to " + path;
                    default -> "host " + name + " cannot move " + path;
                };
        return StepProblem.of(ProblemCode.REMOTE_FILE, what, "SFTP status " + e.id + ": " + e.getMessage());
    }

    /** While reading the content of {@code path}. */
    static ProblemException reading(SftpConnection connection, String path, IOException e) {
        return connection.answers()
                ? StepProblem.of(
                        ProblemCode.REMOTE_FILE,
                        "host " + connection.host().name() + " cannot read " + path,
                        String.valueOf(e.getMessage()))
                : lost(connection, path);
    }

    private static ProblemException lost(SftpConnection connection, String path) {
        return StepProblem.of(
                ProblemCode.HOST_UNREACHABLE,
                "the connection to host " + connection.host().name() + " broke while " + path + " was moved");
    }
}
