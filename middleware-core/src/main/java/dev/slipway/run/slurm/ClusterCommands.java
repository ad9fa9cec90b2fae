package dev.slipway.run.slurm;

import dev.slipway.problem.ProblemException;

/**
 * The port by which Slurm's commands reach a cluster. Each implementation ends a command that has not answered at its
 * timeout, and bounds the bytes that it reads.
 */
public interface ClusterCommands {
    /**
     * Runs a command and returns the answer, also for an exit status other than 0.
     *
     * @param begun called once the command has begun, because it may have an effect from then on
     * @throws ProblemException CLUSTER_AWAY if the command could not be run, had no answer at its timeout, or answered
     *     with more bytes than the bound. The command may still have had its effect
     */
    ClusterAnswer answer(ClusterCall call, Runnable begun) throws InterruptedException;

    /** Runs a command that has no effect, and returns the answer as the other method does. */
    default ClusterAnswer answer(ClusterCall call) throws InterruptedException {
        return answer(call, () -> {});
    }
}
