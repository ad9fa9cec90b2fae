package dev.slipway.server;

import dev.slipway.gateway.ssh.HostCalls;
import dev.slipway.gateway.ssh.SshLimits;
import dev.slipway.run.ClusterSettings;
import dev.slipway.run.slurm.ClusterWay;
import dev.slipway.server.cluster.CommandsOverSsh;
import dev.slipway.server.cluster.LoginNode;
import dev.slipway.server.cluster.UsersOverSsh;
import dev.slipway.server.settings.ClusterSection;
import dev.slipway.server.settings.ServerSettings;
import dev.slipway.server.settings.ServerSettings.Limits;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Chooses how each cluster is reached: by commands on this machine, or on a login node over ssh. */
@Configuration(proxyBeanMethods = false)
class ClusterConfiguration {

    @Bean(destroyMethod = "close")
    HostCalls hostCalls(ServerSettings settings) {
        Limits limits = settings.limits();
        return new HostCalls(new SshLimits(limits.connectTimeout(), limits.sshIdleTimeout(), limits.sshKept()));
    }

    @Bean
    ClusterWay.Choice clusterWays(ServerSettings settings, HostCalls calls) {
        return cluster -> way(cluster, settings.clusters().get(cluster.name()).host(), calls);
    }

    private static ClusterWay way(ClusterSettings cluster, ClusterSection.HostSection host, HostCalls calls) {
        if (!host.given()) {
            return ClusterWay.here(cluster);
        }
        LoginNode node = new LoginNode(cluster.name(), host.node(), calls);
        return ClusterWay.byCommands(
                cluster, new CommandsOverSsh(cluster, node), new UsersOverSsh(node, cluster.timeout()));
    }
}
