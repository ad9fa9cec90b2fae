package dev.slipway.gateway.ssh;

import dev.slipway.servers.SshServer;
import java.nio.file.Path;

/** Runs the tests of {@link FetchContractIT} against a host without SFTP. */
class ScpContractIT extends FetchContractIT {
    @Override
    SshServer start(Path home) {
        return SshServer.startWithoutSftp(home);
    }
}
