package dev.slipway.run.slurm;

import dev.slipway.run.ClusterSettings;
import dev.slipway.run.ClusterUsers;
import dev.slipway.run.UserDatabase;
import java.util.Optional;

/**
 * How the service reaches a cluster.
 *
 * @param requests makes requests to Slurm
 * @param users the users as whom requests are made
 * @param scratch the scratch folder of a cluster that does not see the run folders of the service; empty on other
 *     clusters
 */
public record ClusterWay(SlurmRequests requests, ClusterUsers users, Optional<Scratch> scratch) {

    /**
     * A scratch folder that only the cluster sees.
     *
     * @param files moves files between this machine and the scratch folder
     * @param commands runs commands there
     */
    public record Scratch(ClusterScratch files, ClusterCommands commands) {}

    /** Chooses the way to each cluster. */
    @FunctionalInterface
    public interface Choice {
        /** Returns the way to a cluster. */
        ClusterWay to(ClusterSettings cluster);
    }

    /** Makes the way to a cluster that sees the run folders of the service. */
    public ClusterWay(SlurmRequests requests, ClusterUsers users) {
        this(requests, users, Optional.empty());
    }

    /** Returns the way by Slurm's commands. */
    public static ClusterWay byCommands(ClusterSettings cluster, ClusterCommands commands, ClusterUsers users) {
        return new ClusterWay(new SlurmByCommands(cluster, commands), users);
    }

    /** Returns the way by Slurm's commands to a cluster that does not see the run folders of the service. */
    public static ClusterWay byCommands(
            ClusterSettings cluster, ClusterCommands commands, ClusterUsers users, ClusterScratch scratch) {
        return new ClusterWay(
                new SlurmByCommands(cluster, commands), users, Optional.of(new Scratch(scratch, commands)));
    }

    /** Returns the way by commands on the machine of the service. */
    public static ClusterWay here(ClusterSettings cluster) {
        return byCommands(cluster, new CommandsHere(cluster), new UserDatabase());
    }
}
