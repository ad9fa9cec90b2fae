package dev.slipway.run.slurm;

import dev.slipway.problem.ProblemException;

/**
 * The port by which Slurm's commands reach a cluster. Each implementation ends a command that has not answered in its
 * time, and bounds what it reads.
 */
public interface ClusterCommands {
    /**
     * Runs a command and returns the answer, whatever its exit status.
     *
     * @param begun called once the command has begun, so may have an effect
     * @throws ProblemException CLUSTER_AWAY if the command could not be run, did not answer in its time, or answered
     *     more than is read. The command may have had its effect
     */
    ClusterAnswer answer(ClusterCall call, Runnable begun) throws InterruptedException;

    /** Runs a command that changes nothing, and returns the answer as the other method does. */
    default ClusterAnswer answer(ClusterCall call) throws InterruptedException {
        return answer(call, () -> {});
    }
}
