package dev.slipway.server.cluster;

import dev.slipway.gateway.ssh.HostAnswer;
import dev.slipway.gateway.ssh.HostCall;
import dev.slipway.gateway.ssh.HostCalls;
import dev.slipway.gateway.ssh.SshHost;
import dev.slipway.run.HostList;
import dev.slipway.run.hosts.HostCommands;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Runs commands on the hosts of lists by the operator's login, over sessions that are kept for the next command. */
public final class HostCommandsOverSsh implements HostCommands {
    private final HostCalls calls;

    public HostCommandsOverSsh(HostCalls calls) {
        this.calls = calls;
    }

    @Override
    public Answer answer(HostList list, String host, List<String> argv, Duration timeout) throws InterruptedException {
        HostCall call = new HostCall(argv, Map.of(), "", timeout, MOST_BYTES, MOST_BYTES);
        HostAnswer answer = calls.answer(host(list, host), call, () -> {});
        return new Answer(answer.status(), answer.out(), answer.err());
    }

    /** The name keeps the sessions of hosts, partitions and clusters apart. */
    private static SshHost host(HostList list, String host) {
        HostList.Login login = list.login();
        return new SshHost(
                host + ":" + login.port() + " of partition " + list.partition(),
                host,
                login.port(),
                login.user(),
                new SshHost.Login.Key(login.identityFile(), Optional.empty()),
                login.knownHostsFile(),
                false,
                "/");
    }
}
