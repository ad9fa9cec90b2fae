package dev.slipway.faults;

import dev.slipway.gateway.ssh.HostCalls;
import dev.slipway.gateway.ssh.SshLimits;
import dev.slipway.run.ClusterAccounts;
import dev.slipway.run.ClusterHosts;
import dev.slipway.run.ClusterSettings;
import dev.slipway.run.slurm.ClusterWay;
import dev.slipway.server.cluster.CommandsOverSsh;
import dev.slipway.server.cluster.LoginNode;
import dev.slipway.server.cluster.UsersOverSsh;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The clusters of a victim. Each serves the partition of its own name. */
record VictimClusters(Places places) {
    /** The user of the operating system for alice's jobs on a cluster; every Debian has this user. */
    static final String RUNS_AS = "games";

    /** The user who asks for the states of runs at a login node; every Debian has this user. */
    static final String WATCHES_AS = "news";

    private static final int SSH_PORT = 22;
    private static final Duration INTERVAL = Duration.ofMillis(200);
    private static final Duration TIMEOUT = Duration.ofSeconds(3);

    /** Returns the names of the clusters. */
    List<String> names() {
        return Arrays.stream(places.find("clusters").orElse("").split(","))
                .filter(name -> !name.isEmpty())
                .toList();
    }

    List<ClusterSettings> settings() {
        return names().stream().map(this::settings).toList();
    }

    private ClusterSettings settings(String name) {
        return new ClusterSettings(
                name,
                places.find(name + "-conf").map(Path::of),
                Optional.of(places.path("slurm-commands")),
                INTERVAL,
                TIMEOUT,
                Map.of(name, "batch"),
                new ClusterAccounts(Map.of("alice", new ClusterAccounts.Account(RUNS_AS, List.of()))),
                new ClusterHosts("mpirun.mpich", Optional.of(places.path(name + "-munge"))));
    }

    /** Returns the ways to the clusters: over ssh to those with a login node. */
    ClusterWay.Choice ways() {
        HostCalls calls = new HostCalls(new SshLimits(TIMEOUT, Duration.ofSeconds(20)));
        return cluster -> places.find(cluster.name() + "-login")
                .map(address -> overSsh(cluster, address, calls))
                .orElseGet(() -> ClusterWay.here(cluster));
    }

    private ClusterWay overSsh(ClusterSettings cluster, String address, HostCalls calls) {
        LoginNode node = new LoginNode(
                cluster.name(),
                new LoginNode.Address(
                        address,
                        SSH_PORT,
                        WATCHES_AS,
                        places.path(cluster.name() + "-key"),
                        Optional.empty(),
                        places.path(cluster.name() + "-known")),
                calls);
        return ClusterWay.byCommands(cluster, new CommandsOverSsh(cluster, node), new UsersOverSsh(node, TIMEOUT));
    }
}
