package dev.slipway.gateway.ssh;

import dev.slipway.servers.SshServer;
import java.nio.file.Path;

/** The same from a host without SFTP. */
class ScpContractIT extends FetchContractIT {
    @Override
    SshServer start(Path home) {
        return SshServer.startWithoutSftp(home);
    }
}
