package dev.slipway.run.slurm;

import dev.slipway.run.ClusterSettings;
import dev.slipway.run.ClusterUsers;
import dev.slipway.run.UserDatabase;

/**
 * How the service reaches a cluster.
 *
 * @param requests makes requests to Slurm
 * @param users the users as whom requests are made
 */
public record ClusterWay(SlurmRequests requests, ClusterUsers users) {

    /** Chooses the way to each cluster. */
    @FunctionalInterface
    public interface Choice {
        /** Returns the way to a cluster. */
        ClusterWay to(ClusterSettings cluster);
    }

    /** Returns the way by Slurm's commands. */
    public static ClusterWay byCommands(ClusterSettings cluster, ClusterCommands commands, ClusterUsers users) {
        return new ClusterWay(new SlurmByCommands(cluster, commands), users);
    }

    /** Returns the way by commands on the machine of the service. */
    public static ClusterWay here(ClusterSettings cluster) {
        return byCommands(cluster, new CommandsHere(cluster), new UserDatabase());
    }
}
