package dev.slipway.gateway.ssh;

import com.jcraft.jsch.Session;
import com.jcraft.jsch.SftpException;
import dev.slipway.digest.Sha256;
import dev.slipway.gateway.files.FileStamp;
import dev.slipway.gateway.step.Cancellation;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** A session at a host, for the one step that has it, and what can be done there with single files however they move. Paths are taken literally. */
abstract sealed class HostConnection implements AutoCloseable permits SftpConnection, ScpConnection {
    private final OpenSession open;
    private final Cancellation.Registration registration;
    private final Consumer<OpenSession> keeper;
    private boolean sound;

    /**
     * For the step that has the session now.
     *
     * @param registration of the cancel that closes the session
     * @param keeper takes the session of a step that ended well
     */
    HostConnection(OpenSession open, Cancellation.Registration registration, Consumer<OpenSession> keeper) {
        this.open = open;
        this.registration = registration;
        this.keeper = keeper;
    }

    /** By SFTP where the host has it. */
    static HostConnection of(OpenSession open, Cancellation.Registration registration, Consumer<OpenSession> keeper) {
        return open.sftp().isPresent()
                ? new SftpConnection(open, registration, keeper)
                : new ScpConnection(open, registration, keeper);
    }

    final OpenSession open() {
        return open;
    }

    final Session session() {
        return open.session();
    }

    final SshHost host() {
        return open.host();
    }

    /** Whom the session logged in as. */
    final String user() {
        return session().getUserName();
    }

    final boolean isConnected() {
        return session().isConnected();
    }

    /** The step ended well: no answer is on its way any more, and another step may have the session. */
    final void sound() {
        sound = true;
    }

    /** Has the host begin to compute the SHA-256 of a file; empty if it computes none. */
    final Optional<RemoteHash.Running> hashing(String path) throws InterruptedException {
        return open.hash().begin(host().path(path));
    }

    /** Has the host begin to compute the SHA-256 of many files; empty if it computes none. */
    final Optional<RemoteHash.RunningAll> hashing(List<String> paths) throws InterruptedException {
        return open.hash().beginAll(paths.stream().map(host()::path).toList());
    }

    /** Of the first {@code bytes} of a file, as 64 lower-case hex digits: by the host, else of what it sends when it is read again. */
    final String sha256(String path, long bytes) throws SftpException, IOException, InterruptedException {
        Optional<RemoteHash.Running> running = open.hash().begin(host().path(path), bytes);
        Optional<String> theirs =
                running.isPresent() ? running.get().answer().flatMap(RemoteHash.Answer::sha256) : Optional.empty();
        if (theirs.isPresent()) {
            return theirs.get();
        }
        Sha256 digest = new Sha256();
        byte[] buffer = new byte[1 << 16];
        try (InputStream again = read(path, 0)) {
            for (long left = bytes; left > 0; ) {
                int got = again.read(buffer, 0, (int) Math.min(left, buffer.length));
                if (got < 0) {
                    break;
                }
                digest.add(buffer, 0, got);
                left -= got;
            }
        }
        return digest.end();
    }

    /**
     * Whether the host still answers. After a failure only this tells a broken line from a file that cannot be read: the session hears
     * of a broken line later than the transfer does.
     */
    abstract boolean answers();

    /** Whether the file system of the file's folder takes no more from this user; a host that does not tell is never full. */
    abstract boolean isFull(String path) throws InterruptedException;

    /** What a regular file is now. @throws dev.slipway.problem.ProblemException REMOTE_FILE of anything else */
    abstract RemoteFile look(String path) throws SftpException, IOException, InterruptedException;

    /** Its bytes from one of them on; errors of the stream are {@link RemoteReadException}s. */
    abstract InputStream read(String path, long from) throws SftpException, IOException, InterruptedException;

    /** Whether anything has this name, be it a link. */
    abstract boolean has(String path) throws SftpException, IOException, InterruptedException;

    /** Where a path leads on a host whose folder is a limit. */
    abstract PathContainment containment(String path) throws SftpException, IOException, InterruptedException;

    /** Whether what a path names is in the host's folder; where that is all of the host, nobody is asked. */
    final boolean isInside(String path) throws SftpException, IOException, InterruptedException {
        return !host().isLimited() || containment(path) == PathContainment.INSIDE;
    }

    /**
     * Holds a path against the host's folder, which links there may lead out of. What is not there leads nowhere.
     *
     * @throws dev.slipway.problem.ProblemException REMOTE_FILE
     */
    final void requireInside(String path) throws SftpException, IOException, InterruptedException {
        if (!host().isLimited()) {
            return;
        }
        switch (containment(path)) {
            case INSIDE, NOWHERE -> {}
            case OUTSIDE -> throw SshProblems.outside(host(), path);
            case UNKNOWN -> throw SshProblems.untold(host(), path);
        }
    }

    /** The same of the folder that is to take a file. A path that leads upwards is refused as it was written. */
    final void requireTaken(String path) throws SftpException, IOException, InterruptedException {
        host().requireNoClimb(path);
        requireInside(SshHost.parent(path));
    }

    /** Whether a regular file, or a link to one, has this name. */
    abstract boolean isFile(String path) throws SftpException, IOException, InterruptedException;

    /** Whether a folder, or a link to one, has this name. */
    abstract boolean isFolder(String path) throws SftpException, IOException, InterruptedException;

    /** Gives a file a time and permissions. */
    abstract void stamp(String path, FileStamp stamp) throws SftpException, IOException, InterruptedException;

    /** In the place of a file that has the new name. */
    abstract void rename(String from, String to) throws SftpException, IOException, InterruptedException;

    /** The same for what was brought there. @throws dev.slipway.problem.ProblemException REMOTE_FILE if a folder has the name */
    final void name(String temporary, String path) throws SftpException, IOException, InterruptedException {
        try {
            rename(temporary, path);
        } catch (SftpException | HostRefusesException e) {
            if (isFolder(path)) {
                throw SshProblems.isFolder(host(), path);
            }
            throw e;
        }
    }

    /** Of what is no folder. */
    abstract void delete(String path) throws SftpException, IOException, InterruptedException;

    @Override
    public final void close() {
        registration.close();
        if (sound) {
            keeper.accept(open);
        } else {
            open.close();
        }
    }
}
