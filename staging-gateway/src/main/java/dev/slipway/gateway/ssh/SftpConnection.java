package dev.slipway.gateway.ssh;

import com.jcraft.jsch.Channel;
import com.jcraft.jsch.ChannelSftp;
import com.jcraft.jsch.JSchException;
import com.jcraft.jsch.Session;
import com.jcraft.jsch.SftpATTRS;
import com.jcraft.jsch.SftpException;
import com.jcraft.jsch.SftpStatVFS;
import dev.slipway.gateway.step.Cancellation;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;

/** SFTP to one host for one step. Paths are taken literally. */
record SftpConnection(SshHost host, Session session, ChannelSftp sftp, Cancellation.Registration registration)
        implements AutoCloseable {
    private static final int ANSWER_MILLIS = 5_000;
    /** SSH_FXE_STATVFS_ST_RDONLY of OpenSSH's PROTOCOL. */
    private static final long READ_ONLY = 1;

    /** A file system with less has no room for one packet of a transfer and its own bookkeeping. */
    private static final long NEARLY_NOTHING = 1L << 16;

    /** The connection broke, or the remote file could not be read on. */
    static final class RemoteReadException extends IOException {
        private static final long serialVersionUID = 1L;

        RemoteReadException(IOException cause) {
            super(cause);
        }
    }

    SftpATTRS stat(String path) throws SftpException {
        return sftp.stat(literal(path));
    }

    boolean has(String path) throws SftpException {
        try {
            sftp.lstat(literal(path));
            return true;
        } catch (SftpException e) {
            if (e.id == ChannelSftp.SSH_FX_NO_SUCH_FILE) {
                return false;
            }
            throw e;
        }
    }

    /** Errors of this stream are {@link RemoteReadException}s, so that nobody takes them for errors of the run folder. */
    InputStream read(String path) throws SftpException {
        return new FilterInputStream(sftp.get(literal(path))) {
            @Override
            public int read() throws IOException {
                try {
                    return super.read();
                } catch (IOException e) {
                    throw new RemoteReadException(e);
                }
            }

            @Override
            public int read(byte[] bytes, int offset, int length) throws IOException {
                try {
                    int got = super.read(bytes, offset, length);
                    // JSch gives nothing when answers come out of order, which readers may take for the end.
                    while (got == 0 && length > 0) {
                        got = super.read(bytes, offset, length);
                    }
                    return got;
                } catch (IOException e) {
                    throw new RemoteReadException(e);
                }
            }
        };
    }

    void write(InputStream data, String path) throws SftpException {
        sftp.put(data, literal(path), ChannelSftp.OVERWRITE);
    }

    /** Atomic and replacing where the host offers posix-rename@openssh.com, as OpenSSH does. */
    void rename(String from, String to) throws SftpException {
        sftp.rename(literal(from), literal(to));
    }

    void delete(String path) throws SftpException {
        sftp.rm(literal(path));
    }

    boolean isConnected() {
        return session.isConnected();
    }

    /**
     * Whether the host still answers, asked on a channel of its own. After a failure only this tells a broken line from a file that
     * cannot be read: the session hears of a broken line later than the transfer does.
     */
    boolean answers() {
        Channel another = null;
        try {
            another = session.openChannel("sftp");
            if (another == null) {
                // How JSch says that the session broke while the channel was being made.
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
     * Whether the file system of the file's folder takes no more from this user. A host that does not tell (statvfs@openssh.com, as
     * OpenSSH does) is never full, and neither is a file system that takes nothing anyway.
     */
    boolean isFull(String path) {
        return system(path.substring(0, path.lastIndexOf('/') + 1))
                .filter(system -> system.getBlocks() > 0 && !isReadOnly(system))
                .filter(system -> free(system) < NEARLY_NOTHING)
                .isPresent();
    }

    /** The file system of a folder; empty on a host that does not tell. */
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

    /** Bytes that this user may still write. */
    static long free(SftpStatVFS system) {
        return system.getAvailBlocks() * system.getFragmentSize();
    }

    /** Whom the session logged in as. */
    String user() {
        return session.getUserName();
    }

    /** The user's home folder; empty where that is the root of all that the host shows, which is nobody's home. */
    Optional<SftpATTRS> home() throws SftpException {
        String home = sftp.getHome();
        return home.equals("/") ? Optional.empty() : Optional.of(sftp.stat(escaped(home)));
    }

    /** JSch expands patterns in remote paths, unless escaped. */
    private String literal(String path) {
        return escaped(host.path(path));
    }

    private static String escaped(String path) {
        return path.replaceAll("([\\\\*?])", "\\\\$1");
    }

    @Override
    public void close() {
        registration.close();
        session.disconnect();
    }
}
