package dev.slipway.gateway;

import dev.slipway.gateway.ssh.SshHost;
import dev.slipway.servers.SshServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** The host that tests call {@code market-data}: a real sshd, with the key that the sshd made. */
public final class MarketData {
    private MarketData() {}

    /** Returns the host at the server. @param folder that documents call {@code /} */
    public static SshHost at(SshServer server, Path folder) {
        return at(server, server.port(), server.knownHosts(), folder);
    }

    /** Returns the same server behind a line. @param scratch takes a known_hosts file */
    public static SshHost through(SlowLine line, SshServer server, Path scratch, Path folder) throws IOException {
        return at(server, line.port(), known(line.port(), server, scratch), folder);
    }

    /** Makes a known_hosts file for the server behind another port. */
    public static Path known(int port, SshServer server, Path scratch) throws IOException {
        return Files.writeString(
                scratch.resolve("known-" + port),
                Files.readString(server.knownHosts()).replace("]:" + server.port(), "]:" + port));
    }

    private static SshHost at(SshServer server, int port, Path knownHosts, Path folder) {
        return new SshHost(
                "market-data",
                "127.0.0.1",
                port,
                server.user(),
                new SshHost.Login.Key(server.clientKey(), Optional.empty()),
                knownHosts,
                false,
                folder.toString());
    }
}
