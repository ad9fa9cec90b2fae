package dev.slipway.server.cluster;

import dev.slipway.gateway.ssh.HostCalls;
import dev.slipway.gateway.ssh.SshLimits;
import dev.slipway.run.ClusterSettings;
import dev.slipway.run.slurm.ClusterWay;
import dev.slipway.servers.Await;
import java.time.Duration;

/** Whole jobs on a cluster that is reached over ssh alone, as a user that this machine does not know. */
class RunOverSshIT extends JobsAtClusterContract {
    private HostCalls calls;

    @Override
    void reach() {
        calls = new HostCalls(new SshLimits(Await.PATIENCE, Duration.ofSeconds(20)));
    }

    @Override
    void leave() {
        calls.close();
    }

    @Override
    ClusterWay way(ClusterSettings cluster) {
        LoginNode node = new LoginNode(cluster.name(), bed.login(), calls);
        return ClusterWay.byCommands(
                cluster, new CommandsOverSsh(cluster, node), new UsersOverSsh(node, cluster.timeout()));
    }

    @Override
    String user() {
        return ClusterBed.THERE;
    }

    @Override
    int uid() {
        return ClusterBed.THERE_NUMBER;
    }
}
