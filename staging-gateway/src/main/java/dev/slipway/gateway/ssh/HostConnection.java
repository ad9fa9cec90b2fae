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

/**
 * A session at a host for one step, with the operations on single files that every host offers. Paths are taken
 * literally.
 */
abstract sealed class HostConnection implements AutoCloseable permits SftpConnection, ScpConnection {
    private final OpenSession open;
    private final Cancellation.Registration registration;
    private final Consumer<OpenSession> keeper;
    private boolean sound;

    /**
     * Makes the connection for the step that has the session now.
     *
     * @param registration of the cancel that closes the session
     * @param keeper takes the session of a step that ended well
     */
    HostConnection(OpenSession open, Cancellation.Registration registration, Consumer<OpenSession> keeper) {
        this.open = open;
        this.registration = registration;
        this.keeper = keeper;
    }

    /** Returns a connection by SFTP where the host offers SFTP, by scp otherwise. */
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

    /** Returns the user of the session. */
    final String user() {
        return session().getUserName();
    }

    final boolean isConnected() {
        return session().isConnected();
    }

    /** Marks the session as reusable: the step ended well, and no answer is outstanding. */
    final void sound() {
        sound = true;
    }

    /** Makes the host begin to compute the SHA-256 of a file; empty if the host computes no hashes. */
    final Optional<RemoteHash.Running> hashing(String path) throws InterruptedException {
        return open.hash().begin(host().path(path));
    }

    /** Makes the host begin to compute the SHA-256 of many files; empty if the host computes no hashes. */
    final Optional<RemoteHash.RunningAll> hashing(List<String> paths) throws InterruptedException {
        return open.hash().beginAll(paths.stream().map(host()::path).toList());
    }

    /**
     * Returns the SHA-256 of the first {@code bytes} of a file, as 64 lower-case hex digits. Reads the file again if
     * the host computes no hashes.
     */
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
     * Returns whether the host still answers. After a failure, only this question tells a broken line from an
     * unreadable file: the session notices a broken line later than the transfer does.
     */
    abstract boolean answers();

    /** Returns whether the file system of the file's folder is full for this user; false if the host does not tell. */
    abstract boolean isFull(String path) throws InterruptedException;

    /**
     * Returns the current state of a regular file.
     *
     * @throws dev.slipway.problem.ProblemException REMOTE_FILE for anything else
     */
    abstract RemoteFile look(String path) throws SftpException, IOException, InterruptedException;

    /** Reads a file from the byte {@code from} on. Errors of the stream are {@link RemoteReadException}s. */
    abstract InputStream read(String path, long from) throws SftpException, IOException, InterruptedException;

    /** Returns whether the path exists, if only as a link. */
    abstract boolean has(String path) throws SftpException, IOException, InterruptedException;

    /** Tells whether a path leads out of the folder of a limited host. */
    abstract PathContainment containment(String path) throws SftpException, IOException, InterruptedException;

    /** Returns whether a path leads into the host's folder. Does not ask a host without a limit. */
    final boolean isInside(String path) throws SftpException, IOException, InterruptedException {
        return !host().isLimited() || containment(path) == PathContainment.INSIDE;
    }

    /**
     * Requires that a path stays in the host's folder; links could lead out of the folder. A missing path leads
     * nowhere.
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

    /**
     * Requires that the folder which takes a file lies in the host's folder. Refuses a written path that leads upwards.
     */
    final void requireTaken(String path) throws SftpException, IOException, InterruptedException {
        host().requireNoClimb(path);
        requireInside(SshHost.parent(path));
    }

    /** Returns whether the path is a regular file or a link to one. */
    abstract boolean isFile(String path) throws SftpException, IOException, InterruptedException;

    /** Returns whether the path is a folder or a link to one. */
    abstract boolean isFolder(String path) throws SftpException, IOException, InterruptedException;

    /** Gives a file a time and permissions. */
    abstract void stamp(String path, FileStamp stamp) throws SftpException, IOException, InterruptedException;

    /** Renames an entry and replaces a file that has the new name. */
    abstract void rename(String from, String to) throws SftpException, IOException, InterruptedException;

    /** Renames a delivered file. @throws dev.slipway.problem.ProblemException REMOTE_FILE if a folder has the name */
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

    /** Deletes an entry that is no folder. */
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
