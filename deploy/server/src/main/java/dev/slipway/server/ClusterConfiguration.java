package dev.slipway.server;

import dev.slipway.gateway.ssh.HostCalls;
import dev.slipway.gateway.ssh.SshLimits;
import dev.slipway.run.ClusterSettings;
import dev.slipway.run.slurm.ClusterWay;
import dev.slipway.server.cluster.CommandsOverSsh;
import dev.slipway.server.cluster.LoginNode;
import dev.slipway.server.cluster.SlurmByRest;
import dev.slipway.server.cluster.UsersOverSsh;
import dev.slipway.server.settings.ClusterSection;
import dev.slipway.server.settings.ServerSettings;
import dev.slipway.server.settings.ServerSettings.Limits;
import java.time.Clock;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Chooses how each cluster is reached: by commands on this machine, by commands over ssh, or by slurmrestd. */
@Configuration(proxyBeanMethods = false)
class ClusterConfiguration {

    @Bean(destroyMethod = "close")
    HostCalls hostCalls(ServerSettings settings) {
        Limits limits = settings.limits();
        return new HostCalls(new SshLimits(limits.connectTimeout(), limits.sshIdleTimeout(), limits.sshKept()));
    }

    @Bean
    ClusterWay.Choice clusterWays(ServerSettings settings, HostCalls calls, Clock clock) {
        return cluster -> way(cluster, settings.clusters().get(cluster.name()).host(), calls, clock);
    }

    private static ClusterWay way(
            ClusterSettings cluster, ClusterSection.HostSection host, HostCalls calls, Clock clock) {
        if (!host.given()) {
            return ClusterWay.here(cluster);
        }
        if (host.byRest()) {
            return SlurmByRest.way(cluster, host.place(), clock);
        }
        LoginNode node = new LoginNode(cluster.name(), host.node(), calls);
        return ClusterWay.byCommands(
                cluster, new CommandsOverSsh(cluster, node), new UsersOverSsh(node, cluster.timeout()));
    }
}
