package dev.slipway.faults;

import dev.slipway.gateway.ssh.HostCalls;
import dev.slipway.gateway.ssh.SshLimits;
import dev.slipway.run.HostList;
import dev.slipway.run.RunHost;
import dev.slipway.run.hosts.HostCommands;
import dev.slipway.server.cluster.HostCommandsOverSsh;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The list of hosts of a victim, if the victim has one. Each host has one slot. */
record VictimHosts(Places places) {
    /** The partition over the hosts. */
    static final String PARTITION = "lab";

    private static final int SSH_PORT = 22;

    /** Returns the lists of hosts. */
    List<HostList> lists() {
        return places.find("list-hosts").stream().map(this::list).toList();
    }

    private HostList list(String hosts) {
        return new HostList(
                PARTITION,
                Arrays.stream(hosts.split(","))
                        .map(address -> new RunHost(address, 1))
                        .toList(),
                new HostList.Login("root", SSH_PORT, places.path("list-key"), places.path("list-known")),
                Optional.of(places.text("list-network")),
                "mpirun.mpich");
    }

    /** Returns the way by which the victim runs commands on the hosts. */
    HostCommands commands() {
        return places.find("list-hosts")
                .<HostCommands>map(hosts -> new HostCommandsOverSsh(
                        new HostCalls(new SshLimits(Duration.ofSeconds(5), Duration.ofSeconds(20)))))
                .orElse(HostCommands.NONE);
    }
}
