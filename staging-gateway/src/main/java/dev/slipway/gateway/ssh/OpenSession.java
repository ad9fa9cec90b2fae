package dev.slipway.gateway.ssh;

import com.jcraft.jsch.Channel;
import com.jcraft.jsch.ChannelSftp;
import com.jcraft.jsch.JSchException;
import com.jcraft.jsch.Session;
import com.jcraft.jsch.SftpException;
import java.util.Optional;

/**
 * A session that is logged in, with the channel that SFTP speaks on. One step at a time has it.
 *
 * @param socket what the session stands on
 * @param sftp empty at a host that has none
 * @param hash what the host computes itself
 * @param patienceMillis until a host that does not answer a question is given up
 */
record OpenSession(
        SshHost host,
        HostSocket socket,
        Session session,
        Optional<ChannelSftp> sftp,
        RemoteHash hash,
        int patienceMillis)
        implements AutoCloseable {
    private static final int ANSWER_MILLIS = 5_000;

    OpenSession with(ChannelSftp channel) {
        return new OpenSession(host, socket, session, Optional.of(channel), hash, patienceMillis);
    }

    /** The same session with another channel for SFTP. */
    OpenSession beside(ChannelSftp another) {
        return new OpenSession(host, socket, session, Optional.of(another), hash.beside(), patienceMillis);
    }

    boolean isConnected() {
        return session.isConnected() && sftp.map(ChannelSftp::isConnected).orElse(true);
    }

    /** Whether the host answers anything at all: the session hears of a broken line later than its channels do. */
    boolean answers() {
        try {
            if (sftp.isPresent()) {
                sftp.get().realpath(".");
                return true;
            }
            Channel bare = session.openChannel("session");
            if (bare == null) {
                // How JSch says that the session broke while the channel was being made.
                return false;
            }
            bare.connect(Math.min(ANSWER_MILLIS, patienceMillis));
            bare.disconnect();
            return true;
        } catch (SftpException | JSchException e) {
            return false;
        }
    }

    /** From any thread, whatever another one does with it. */
    @Override
    public void close() {
        socket.cut(session);
    }
}
