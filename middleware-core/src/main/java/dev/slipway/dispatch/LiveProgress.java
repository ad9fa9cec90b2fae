package dev.slipway.dispatch;

import dev.slipway.job.Job.StepId;
import dev.slipway.run.RunProgress;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * How far a job has come since the last event in the journal.
 *
 * @param nextTry time of the next try of the job, or of the place that it waits for, if it waits for an outage to end
 */
public record LiveProgress(Map<StepId, MovingStep> steps, Optional<RunProgress> progress, Optional<Instant> nextTry) {}
