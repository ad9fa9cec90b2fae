package dev.slipway.run.slurm;

import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.run.ClusterNote;
import dev.slipway.run.OutputTail;
import dev.slipway.run.RunOrder;
import java.nio.file.Path;

/**
 * Says why a run on a cluster ended without an end that the guard could record.
 *
 * @param cluster the name of the cluster
 */
record ClusterProblems(String cluster) {
    /** Returns the problem of a run that somebody else cancelled before it began. */
    Problem cancelled(RunOrder order, ClusterNote note) {
        return Problem.of(
                ProblemCode.CLUSTER_CANCELLED,
                "the run of " + order.request().application().title()
                        + " was cancelled at the cluster before it began, and not by a user of this service (cluster "
                        + cluster + ", job " + note.number().orElse("") + ")");
    }

    /** Returns the problem of a run that the cluster has forgotten. */
    Problem unknown(RunOrder order, ClusterNote note) {
        return new Problem(
                ProblemCode.RUN_LOST,
                "cluster " + cluster + " does not know its job " + note.number().orElse("of this name")
                        + " any more, and no guard has recorded the end",
                log(order));
    }

    /** Returns the problem of a run whose job ended in a state that tells the cause. */
    Problem ended(RunOrder order, SlurmJob job) {
        String program = order.request().application().title();
        String how =
                switch (job.state()) {
                    case CANCELLED -> "was cancelled at the cluster, and not by a user of this service";
                    case TIMEOUT, DEADLINE -> "was ended at the cluster's limit on elapsed time";
                    case OUT_OF_MEMORY ->
                        "was ended because it needed more memory than the cluster had set aside for it";
                    case NODE_FAIL, BOOT_FAIL -> "was ended because the cluster lost a host of it";
                    case PREEMPTED -> "was preempted by a job of higher priority";
                    case COMPLETED -> "ended, but left no record of its exit status";
                    default -> "failed on the cluster before the end of the program was recorded";
                };
        return new Problem(
                job.state().code(),
                "the run of " + program + " " + how + " (cluster " + cluster + ", job " + job.number() + ", "
                        + job.word() + (job.reason().isEmpty() ? "" : ", " + job.reason()) + ")",
                log(order));
    }

    /** Returns the last messages of the batch script. */
    private static String log(RunOrder order) {
        return OutputTail.lines(order.folder().guard(), Path.of(SlurmRuns.LOG));
    }
}
