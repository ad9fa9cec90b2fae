package dev.slipway.gateway.ssh;

import com.jcraft.jsch.ChannelSftp;
import com.jcraft.jsch.HostKeyRepository;
import com.jcraft.jsch.JSchAlgoNegoFailException;
import com.jcraft.jsch.JSchException;
import com.jcraft.jsch.JSchHostKeyException;
import com.jcraft.jsch.JSchSessionDisconnectException;
import com.jcraft.jsch.Session;
import com.jcraft.jsch.SftpException;
import dev.slipway.gateway.step.Cancellation;
import dev.slipway.gateway.step.StepProblem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import java.io.IOException;
import java.net.UnknownHostException;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Maps errors of JSch to problems. */
final class SshProblems {
    /**
     * Reasons by which a host refuses the user (RFC 4253, section 11.1). OpenSSH gives the first two for too many
     * failures.
     */
    private static final Set<Integer> LOGIN_REASONS = Set.of(
            2, // protocol error
            14, // no more authentication methods available
            13, // authentication cancelled by user
            15); // illegal user name

    private SshProblems() {}

    /**
     * Returns the problem of a failure between the first packet and the end of the login.
     *
     * @param login the user's login
     * @param session knows how far the login came
     * @param lineBroken whether an I/O error was seen that the exception may not mention
     */
    static ProblemException connecting(
            SshHost host, HostLogin login, JSchException e, Session session, boolean lineBroken) {
        String where = host.host() + " port " + host.port() + ": " + e.getMessage();
        if (e instanceof JSchHostKeyException) {
            String what = isKnown(host, session)
                    ? " shows a key that is not the one in known_hosts"
                    : " is not in known_hosts, so its key cannot be believed";
            return StepProblem.of(ProblemCode.HOST_KEY, "host " + host.name() + what, where);
        }
        if (e instanceof JSchAlgoNegoFailException) {
            return StepProblem.of(
                    ProblemCode.HOST_LOGIN, "host " + host.name() + " offers no algorithm that may be used", where);
        }
        if (LoginBegun.in(session) && !lineBroken && refusesUser(e)) {
            return StepProblem.of(
                    login.refusal(), "host " + host.name() + " refuses the login of " + login.user(), where);
        }
        // Includes names that do not resolve, because no type of exception tells an unreachable name server from a
        // wrong name.
        String what =
                has(e, UnknownHostException.class) ? " has an address that no name server knows" : " cannot be reached";
        return StepProblem.of(ProblemCode.HOST_UNREACHABLE, "host " + host.name() + what, where);
    }

    /**
     * Returns whether known_hosts has any key of the host. The exception does not tell: JSch also calls a host unknown
     * that has a key of another type.
     */
    private static boolean isKnown(SshHost host, Session session) {
        HostKeyRepository known = session.getHostKeyRepository();
        return Stream.of(host.host(), "[" + host.host() + "]:" + host.port())
                .anyMatch(name -> known.getHostKey(name, null).length > 0);
    }

    private static boolean refusesUser(JSchException e) {
        return e instanceof JSchSessionDisconnectException disconnect
                ? LOGIN_REASONS.contains(disconnect.getReasonCode())
                : !has(e, IOException.class);
    }

    private static boolean has(Throwable e, Class<? extends Throwable> type) {
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (type.isInstance(cause)) {
                return true;
            }
        }
        return false;
    }

    /** Returns the problem of a host that stopped answering after the login, when SFTP was requested. */
    static ProblemException silent(SshHost host) {
        return StepProblem.of(
                ProblemCode.HOST_UNREACHABLE, "host " + host.name() + " does not answer any more after the login");
    }

    /** Returns the problem of a host that answers and refuses both SFTP and scp. */
    static ProblemException noFiles(SshHost host, HostLogin login, String words) {
        return StepProblem.of(
                login.refusal(), "host " + host.name() + " gives " + login.user() + " no SFTP and no scp", words);
    }

    /** Returns the problem of a step that needs SFTP, at a host that has only scp. */
    static ProblemException needsSftp(SshHost host) {
        return StepProblem.of(
                ProblemCode.HOST_NO_SFTP, "host " + host.name() + " has no SFTP, which folders and patterns need");
    }

    /** Returns the problem of a link that leads out of the folder set for the host. */
    static ProblemException outside(SshHost host, String path) {
        return StepProblem.of(
                ProblemCode.REMOTE_FILE,
                path + " on host " + host.name() + " leads by a link out of the folder that documents may use there",
                "Name what is in that folder itself: the operator has set it as the host's folder.");
    }

    /** Returns the problem of a host that cannot resolve links. */
    static ProblemException untold(SshHost host, String path) {
        return StepProblem.of(
                ProblemCode.REMOTE_FILE,
                "host " + host.name() + " does not tell whether " + path
                        + " leads out of the folder that documents may use there",
                "Name the file itself, and no link to it.");
    }

    /** Work that needs a host. */
    interface Work<T> {
        T result() throws SftpException, IOException, InterruptedException;
    }

    /**
     * Does the work that moves {@code path}, and maps failures to problems unless a cancel caused them.
     *
     * @param connection returns the connection in use at the failure
     */
    static <T> T moving(
            Supplier<? extends HostConnection> connection, String path, Cancellation cancellation, Work<T> work)
            throws IOException, InterruptedException {
        try {
            return work.result();
        } catch (SftpException e) {
            cancellation.check();
            throw moving(connection.get(), path, e);
        } catch (RemoteReadException e) {
            cancellation.check();
            throw reading(connection.get(), path, e);
        } catch (HostRefusesException e) {
            cancellation.check();
            throw refused(connection.get(), path, e.getMessage());
        }
    }

    private static ProblemException refused(HostConnection connection, String path, String words)
            throws InterruptedException {
        if (connection.isFull(path)) {
            return full(connection.host(), path, words);
        }
        String what = missingFolder(connection, path)
                .orElse("host " + connection.host().name() + " cannot move " + path);
        return StepProblem.of(ProblemCode.REMOTE_FILE, what, words);
    }

    /** Returns words about a missing folder, for a file that is reported missing or that does not move. */
    private static Optional<String> missingFolder(HostConnection connection, String path) throws InterruptedException {
        String folder = SshHost.parent(path);
        try {
            return connection.isFolder(folder)
                    ? Optional.empty()
                    : Optional.of("host " + connection.host().name() + " has no folder " + folder);
        } catch (SftpException | IOException | ProblemException e) {
            return Optional.empty();
        }
    }

    /** Returns the problem of a folder that has the name of a file to deliver. */
    static ProblemException isFolder(SshHost host, String path) {
        return StepProblem.of(
                ProblemCode.REMOTE_FILE,
                path + " on host " + host.name() + " is a folder",
                "No file takes the place of a folder: name a file in it, or have it moved away there.");
    }

    /** Returns the problem of a failure while {@code path} moved. */
    static ProblemException moving(HostConnection connection, String path, SftpException e)
            throws InterruptedException {
        String name = connection.host().name();
        boolean lost = e.id == ChannelSftp.SSH_FX_NO_CONNECTION
                || e.id == ChannelSftp.SSH_FX_CONNECTION_LOST
                || !connection.answers();
        if (lost) {
            return lost(connection, path);
        }
        if (e.id == ChannelSftp.SSH_FX_FAILURE && connection.isFull(path)) {
            return full(connection.host(), path, "SFTP status " + e.id);
        }
        String what =
                switch (e.id) {
                    case ChannelSftp.SSH_FX_NO_SUCH_FILE ->
                        missingFolder(connection, path).orElse("host " + name + " has no file " + path);
                    case ChannelSftp.SSH_FX_PERMISSION_DENIED -> "host " + name + " denies access to " + path;
                    default -> "host " + name + " cannot move " + path;
                };
        return StepProblem.of(ProblemCode.REMOTE_FILE, what, "SFTP status " + e.id + ": " + e.getMessage());
    }

    static ProblemException full(SshHost host, String path, String detail) {
        return StepProblem.of(ProblemCode.STORAGE_FULL, "host " + host.name() + " has no space for " + path, detail);
    }

    /** Returns the problem of a failure to read the content of {@code path}. */
    static ProblemException reading(HostConnection connection, String path, IOException e) {
        return connection.answers()
                ? StepProblem.of(
                        ProblemCode.REMOTE_FILE,
                        "host " + connection.host().name() + " cannot read " + path,
                        String.valueOf(e.getMessage()))
                : lost(connection, path);
    }

    private static ProblemException lost(HostConnection connection, String path) {
        return StepProblem.of(
                ProblemCode.HOST_UNREACHABLE,
                "the connection to host " + connection.host().name() + " broke while " + path + " was moved");
    }
}
