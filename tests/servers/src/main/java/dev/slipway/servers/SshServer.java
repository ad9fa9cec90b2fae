package dev.slipway.servers;

import java.nio.file.Path;

/** A real OpenSSH sshd on a loopback port, with host and client keys of its own, run as the caller. */
public final class SshServer implements AutoCloseable {

    /** Starts one; {@code folder} takes its keys, configuration and log. */
    public static SshServer start(Path folder) {
        throw new UnsupportedOperationException();
    }

    public int port() {
        throw new UnsupportedOperationException();
    }

    /** The one user that may log in. */
    public String user() {
        throw new UnsupportedOperationException();
    }

    /** The private key that logs in (ed25519, no passphrase, 0600). */
    public Path clientKey() {
        throw new UnsupportedOperationException();
    }

    /** A known_hosts file that holds this server's key. */
    public Path knownHosts() {
        throw new UnsupportedOperationException();
    }

    @Override
    public void close() {
        throw new UnsupportedOperationException();
    }
}
