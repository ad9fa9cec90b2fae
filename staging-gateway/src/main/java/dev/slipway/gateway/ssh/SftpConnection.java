package dev.slipway.gateway.ssh;

import com.jcraft.jsch.Channel;
import com.jcraft.jsch.ChannelSftp;
import com.jcraft.jsch.JSchException;
import com.jcraft.jsch.SftpATTRS;
import com.jcraft.jsch.SftpException;
import com.jcraft.jsch.SftpProgressMonitor;
import com.jcraft.jsch.SftpStatVFS;
import dev.slipway.gateway.files.FileStamp;
import dev.slipway.gateway.step.Cancellation;
import java.io.FilterInputStream;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/** An SFTP connection to one host for one step. */
final class SftpConnection extends HostConnection {
    private static final int ANSWER_MILLIS = 5_000;
    /** SSH_FXE_STATVFS_ST_RDONLY of OpenSSH's PROTOCOL. */
    private static final long READ_ONLY = 1;

    /** A file system with fewer free bytes has no room for one packet of a transfer and its own bookkeeping. */
    static final long NEARLY_NOTHING = 1L << 16;

    private final ChannelSftp sftp;

    /** The real path of the host's folder, kept after the first question. */
    private String root;

    /** Makes the connection like {@link HostConnection}, over a session with SFTP. */
    SftpConnection(OpenSession open, Cancellation.Registration registration, Consumer<OpenSession> keeper) {
        super(open, registration, keeper);
        this.sftp = open.sftp().orElseThrow();
    }

    /**
     * Returns the connection for transfers that need SFTP.
     *
     * @throws dev.slipway.problem.ProblemException HOST_NO_SFTP
     */
    static SftpConnection of(HostConnection connection) {
        if (connection instanceof SftpConnection sftp) {
            return sftp;
        }
        throw SshProblems.needsSftp(connection.host());
    }

    SftpATTRS stat(String path) throws SftpException {
        return sftp.stat(literal(path));
    }

    @Override
    RemoteFile look(String path) throws SftpException {
        SftpATTRS there = stat(path);
        return new RemoteFile(
                RemoteVersion.of(host().name(), path, there), new FileStamp(there.getMTime(), there.getPermissions()));
    }

    @Override
    boolean has(String path) throws SftpException {
        return attributes(path).isPresent();
    }

    @Override
    boolean isFile(String path) throws SftpException {
        return has(path) && stat(path).isReg();
    }

    @Override
    boolean isFolder(String path) throws SftpException {
        try {
            return stat(path).isDir();
        } catch (SftpException e) {
            if (e.id == ChannelSftp.SSH_FX_NO_SUCH_FILE) {
                return false;
            }
            throw e;
        }
    }

    /** Returns the attributes of the entry at this path without following a link; empty if there is no entry. */
    Optional<SftpATTRS> attributes(String path) throws SftpException {
        try {
            return Optional.of(sftp.lstat(literal(path)));
        } catch (SftpException e) {
            if (e.id == ChannelSftp.SSH_FX_NO_SUCH_FILE) {
                return Optional.empty();
            }
            throw e;
        }
    }

    /** Lists a folder without "." and "..". Returns more than {@code most} entries only to say that there are more. */
    List<ChannelSftp.LsEntry> list(String path, int most) throws SftpException {
        List<ChannelSftp.LsEntry> entries = new ArrayList<>();
        sftp.ls(literal(path), entry -> {
            if (!Set.of(".", "..").contains(entry.getFilename())) {
                entries.add(entry);
            }
            return entries.size() > most ? ChannelSftp.LsEntrySelector.BREAK : ChannelSftp.LsEntrySelector.CONTINUE;
        });
        return entries;
    }

    /** Returns the path with all links followed, as the host names the path. JSch expands no patterns here. */
    String real(String path) throws SftpException {
        // In JSch, only other requests note which thread reads now. If the previous thread has ended, the channel would
        // end with this answer.
        attributes(path);
        return sftp.realpath(host().path(path));
    }

    @Override
    PathContainment containment(String path) throws SftpException {
        try {
            if (root == null) {
                root = real("/");
            }
            return PathContainment.inside(root, real(path)) ? PathContainment.INSIDE : PathContainment.OUTSIDE;
        } catch (SftpException e) {
            if (e.id == ChannelSftp.SSH_FX_NO_SUCH_FILE) {
                return PathContainment.NOWHERE;
            }
            throw e;
        }
    }

    /** Makes a folder unless the path exists. */
    void makeFolder(String path) throws SftpException {
        if (!has(path)) {
            sftp.mkdir(literal(path));
        }
    }

    void deleteFolder(String path) throws SftpException {
        sftp.rmdir(literal(path));
    }

    @Override
    void stamp(String path, FileStamp stamp) throws SftpException {
        sftp.chmod(stamp.permissions(), literal(path));
        sftp.setMtime(literal(path), (int) stamp.modified());
    }

    /** Opens another channel of the same session. The channel ends with the session. */
    SftpConnection beside() throws SftpException {
        try {
            ChannelSftp another = (ChannelSftp) session().openChannel("sftp");
            if (another == null) {
                throw new SftpException(ChannelSftp.SSH_FX_CONNECTION_LOST, "the session broke");
            }
            another.setBulkRequests(sftp.getBulkRequests());
            another.connect(ANSWER_MILLIS);
            return new SftpConnection(open().beside(another), () -> {}, used -> {});
        } catch (JSchException e) {
            throw new SftpException(ChannelSftp.SSH_FX_FAILURE, e.getMessage(), e);
        }
    }

    /** Ends a channel opened by {@link #beside}. */
    void endChannel() {
        open().hash().close();
        sftp.disconnect();
    }

    /**
     * Opens a file. Errors of the stream are {@link RemoteReadException}s, which tells them from errors of the run
     * folder.
     */
    InputStream read(String path) throws SftpException {
        return read(path, 0);
    }

    @Override
    InputStream read(String path, long from) throws SftpException {
        return RemoteReadException.of(sftp.get(literal(path), (SftpProgressMonitor) null, from));
    }

    /** Writes {@code data} as the new content of the file. */
    void write(InputStream data, String path) throws SftpException {
        sftp.put(data, literal(path), ChannelSftp.OVERWRITE);
    }

    /**
     * Appends to the file if the file has exactly {@code from} bytes. Bytes that an earlier connection sent may still
     * arrive.
     *
     * @return false if the file has grown meanwhile and nothing was written
     */
    boolean append(InputStream data, String path, long from) throws SftpException {
        boolean[] grown = {false};
        InputStream afterFrom = new FilterInputStream(data) {
            /** JSch calls this method with the length at which the write will begin. */
            @Override
            public long skip(long length) {
                grown[0] = length != from;
                return grown[0] ? 0 : length;
            }
        };
        try {
            sftp.put(afterFrom, literal(path), ChannelSftp.RESUME);
            return true;
        } catch (SftpException e) {
            if (grown[0]) {
                return false;
            }
            throw e;
        }
    }

    /** Returns files of the host, packed by the host; empty if the host packs none. */
    Optional<PackedFiles> packed(List<String> paths) throws InterruptedException {
        return open().hash().able()
                ? PackedFiles.of(session(), paths.stream().map(host()::path).toList(), ANSWER_MILLIS)
                : Optional.empty();
    }

    /**
     * Renames. The rename is atomic and replaces a file where the host offers posix-rename@openssh.com, as OpenSSH
     * does.
     */
    @Override
    void rename(String from, String to) throws SftpException {
        sftp.rename(literal(from), literal(to));
    }

    @Override
    void delete(String path) throws SftpException {
        sftp.rm(literal(path));
    }

    /** Asks on a channel of its own. */
    @Override
    boolean answers() {
        Channel another = null;
        try {
            another = session().openChannel("sftp");
            if (another == null) {
                // JSch reports a session that broke while the channel was being made in this way.
                return false;
            }
            another.connect(ANSWER_MILLIS);
            return true;
        } catch (JSchException e) {
            return false;
        } finally {
            if (another != null) {
                another.disconnect();
            }
        }
    }

    /**
     * Asks by statvfs@openssh.com, an extension of OpenSSH. A read-only file system does not count as full. Asks on a
     * channel of its own: after a failed write, this channel still receives the answers to later writes.
     */
    @Override
    boolean isFull(String path) {
        try {
            SftpConnection another = beside();
            try {
                return another.system(path.substring(0, path.lastIndexOf('/') + 1))
                        .filter(system -> system.getBlocks() > 0 && !isReadOnly(system))
                        .filter(system -> free(system) < NEARLY_NOTHING)
                        .isPresent();
            } finally {
                another.endChannel();
            }
        } catch (SftpException e) {
            return false;
        }
    }

    /** Returns the file system of a folder; empty if the host does not tell. */
    Optional<SftpStatVFS> system(String folder) {
        try {
            return Optional.of(sftp.statVFS(literal(folder)));
        } catch (SftpException e) {
            return Optional.empty();
        }
    }

    static boolean isReadOnly(SftpStatVFS system) {
        return (system.getMountFlag() & READ_ONLY) != 0;
    }

    /** Returns how many bytes this user may still write. */
    static long free(SftpStatVFS system) {
        return system.getAvailBlocks() * system.getFragmentSize();
    }

    /** Returns the user's home folder; empty if the home is the root that the host shows, which belongs to no user. */
    Optional<SftpATTRS> home() throws SftpException {
        String home = sftp.getHome();
        return home.equals("/") ? Optional.empty() : Optional.of(sftp.stat(escaped(home)));
    }

    /** Escapes a path, because JSch expands patterns in remote paths. */
    private String literal(String path) {
        return escaped(host().path(path));
    }

    private static String escaped(String path) {
        return path.replaceAll("([\\\\*?])", "\\\\$1");
    }
}
