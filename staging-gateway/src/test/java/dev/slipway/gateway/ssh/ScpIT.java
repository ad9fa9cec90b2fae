package dev.slipway.gateway.ssh;

import dev.slipway.servers.SshServer;
import java.nio.file.Path;

/** Runs the tests of single files against a host without SFTP. */
class ScpIT extends SshIT {
    @Override
    SshServer start(Path home) {
        return SshServer.startWithoutSftp(home);
    }

    @Override
    String missing(Path file) {
        return "host market-data cannot move " + file;
    }
}
