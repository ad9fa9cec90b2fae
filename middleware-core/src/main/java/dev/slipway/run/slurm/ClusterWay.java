package dev.slipway.run.slurm;

import dev.slipway.run.ClusterSettings;
import dev.slipway.run.ClusterUsers;
import dev.slipway.run.UserDatabase;

/**
 * How the service reaches a cluster.
 *
 * @param commands runs Slurm's commands
 * @param users the users as whom they run
 */
public record ClusterWay(ClusterCommands commands, ClusterUsers users) {

    /** Chooses the way to each cluster. */
    @FunctionalInterface
    public interface Choice {
        /** Returns the way to a cluster. */
        ClusterWay to(ClusterSettings cluster);
    }

    /** Returns the way by commands on the machine of the service. */
    public static ClusterWay here(ClusterSettings cluster) {
        return new ClusterWay(new CommandsHere(cluster), new UserDatabase());
    }
}
