package dev.slipway.run;

import dev.slipway.problem.Problem;
import java.time.Duration;
import java.util.Optional;

/** Hears how clusters answer the commands of runs. Called on any thread. */
@FunctionalInterface
public interface ClusterAnswers {
    /** Ignores all answers. */
    ClusterAnswers UNHEARD = (cluster, took, problem) -> {};

    /**
     * Hears that a cluster has answered, or has failed to answer.
     *
     * @param took the time from the question to the answer, or to the failure
     * @param problem empty if the cluster answered
     */
    void heard(String cluster, Duration took, Optional<Problem> problem);
}
