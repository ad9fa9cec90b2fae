package dev.slipway.gateway.ssh;

import com.jcraft.jsch.Channel;
import com.jcraft.jsch.ChannelSftp;
import com.jcraft.jsch.JSchException;
import com.jcraft.jsch.Session;
import com.jcraft.jsch.SftpException;
import java.util.Optional;

/**
 * A session that is logged in, with its SFTP channel. One step at a time has the session.
 *
 * @param socket below the session
 * @param sftp empty at a host without SFTP
 * @param hash the hashes that the host computes
 * @param patienceMillis how long to wait for the host's answer to a question
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

    /** Returns the same session with another SFTP channel. */
    OpenSession beside(ChannelSftp another) {
        return new OpenSession(host, socket, session, Optional.of(another), hash.beside(), patienceMillis);
    }

    boolean isConnected() {
        return session.isConnected() && sftp.map(ChannelSftp::isConnected).orElse(true);
    }

    /** Returns whether the host answers at all. The session notices a broken line later than its channels do. */
    boolean answers() {
        try {
            if (sftp.isPresent()) {
                sftp.get().realpath(".");
                return true;
            }
            Channel bare = session.openChannel("session");
            if (bare == null) {
                // JSch reports a session that broke while the channel was being made in this way.
                return false;
            }
            bare.connect(Math.min(ANSWER_MILLIS, patienceMillis));
            bare.disconnect();
            return true;
        } catch (SftpException | JSchException e) {
            return false;
        }
    }

    /** Closes the session from any thread, even while another thread uses the session. */
    @Override
    public void close() {
        socket.cut(session);
    }
}
