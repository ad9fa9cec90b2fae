package dev.slipway.gateway.ssh;

import com.jcraft.jsch.ChannelSftp;
import com.jcraft.jsch.Session;

/**
 * A session that is logged in, with the channel that SFTP speaks on. One step at a time has it.
 *
 * @param hash what the host computes itself
 */
record OpenSession(SshHost host, Session session, ChannelSftp sftp, RemoteHash hash) implements AutoCloseable {

    boolean isConnected() {
        return session.isConnected() && sftp.isConnected();
    }

    @Override
    public void close() {
        session.disconnect();
    }
}
