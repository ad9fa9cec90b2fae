package dev.slipway.server;

import dev.slipway.RunWays;
import dev.slipway.gateway.ssh.HostCalls;
import dev.slipway.gateway.ssh.HostFiles;
import dev.slipway.run.ClusterSettings;
import dev.slipway.run.slurm.ClusterWay;
import dev.slipway.server.cluster.CommandsOverSsh;
import dev.slipway.server.cluster.HostCommandsOverSsh;
import dev.slipway.server.cluster.LoginNode;
import dev.slipway.server.cluster.MungeSocket;
import dev.slipway.server.cluster.ScratchOverSsh;
import dev.slipway.server.cluster.SlurmByRest;
import dev.slipway.server.cluster.UsersOverSsh;
import dev.slipway.server.settings.ClusterSection;
import dev.slipway.server.settings.ServerSettings;
import java.time.Clock;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * Chooses how each cluster is reached, by commands on this machine, by commands over ssh or by slurmrestd, and how
 * hosts of lists are reached.
 */
@Configuration(proxyBeanMethods = false)
class ClusterConfiguration {
    private static final Logger LOG = LoggerFactory.getLogger(ClusterConfiguration.class);

    /** The time after which a transfer without any byte to or from a scratch folder fails, and is tried again. */
    private static final Duration STALL = Duration.ofMinutes(1);

    @Bean(destroyMethod = "close")
    HostCalls hostCalls(ServerSettings settings) {
        return new HostCalls(PlaceSettings.ssh(settings));
    }

    @Bean(destroyMethod = "close")
    HostFiles hostFiles(ServerSettings settings) {
        return new HostFiles(PlaceSettings.ssh(settings), STALL);
    }

    @Bean
    RunWays runWays(ServerSettings settings, HostCalls calls, HostFiles files, Clock clock) {
        return new RunWays(
                cluster -> way(cluster, settings.clusters().get(cluster.name()).host(), calls, files, clock),
                new HostCommandsOverSsh(calls));
    }

    private static ClusterWay way(
            ClusterSettings cluster, ClusterSection.HostSection host, HostCalls calls, HostFiles files, Clock clock) {
        if (!host.given()) {
            new MungeSocket(cluster).warning().ifPresent(LOG::warn);
            return ClusterWay.here(cluster);
        }
        if (host.byRest()) {
            return SlurmByRest.way(cluster, host.place(), clock);
        }
        LoginNode node = new LoginNode(cluster.name(), host.node(), calls);
        CommandsOverSsh commands = new CommandsOverSsh(cluster, node);
        UsersOverSsh users = new UsersOverSsh(node, cluster.timeout());
        return host.scratchFolder()
                .map(folder -> ClusterWay.byCommands(cluster, commands, users, new ScratchOverSsh(node, files, folder)))
                .orElseGet(() -> ClusterWay.byCommands(cluster, commands, users));
    }
}
