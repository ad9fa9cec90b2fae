package dev.slipway;

import dev.slipway.run.hosts.HostCommands;
import dev.slipway.run.slurm.ClusterWay;

/**
 * How the service reaches other machines for runs.
 *
 * @param clusters chooses the way to each cluster
 * @param hosts runs commands on the hosts of lists
 */
public record RunWays(ClusterWay.Choice clusters, HostCommands hosts) {
    /** The ways of a service that reaches clusters by commands on this machine, and reaches no hosts of lists. */
    public static final RunWays HERE = new RunWays(ClusterWay::here, HostCommands.NONE);
}
