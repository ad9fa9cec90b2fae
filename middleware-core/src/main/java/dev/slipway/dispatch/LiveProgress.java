package dev.slipway.dispatch;

import dev.slipway.job.Job.StepId;
import dev.slipway.run.RunProgress;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * The progress of a job since the last event in the journal.
 *
 * @param nextTry time of the next try of the job, or of the place that the job waits for, during an outage
 * @param start when the cluster that has the run expects to start it
 */
public record LiveProgress(
        Map<StepId, MovingStep> steps,
        Optional<RunProgress> progress,
        Optional<Instant> nextTry,
        Optional<Instant> start) {
    /** The progress of a job that is not in memory. */
    static final LiveProgress NONE = new LiveProgress(Map.of(), Optional.empty(), Optional.empty(), Optional.empty());
}
