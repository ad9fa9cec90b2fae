package dev.slipway.dispatch;

import dev.slipway.job.Job.StepId;
import dev.slipway.run.RunProgress;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * How far a job is beyond what the journal says.
 *
 * @param nextTry of a job that waits for an outage to end: when it, or the place that it waits for, is tried next
 */
public record Live(Map<StepId, Moving> steps, Optional<RunProgress> progress, Optional<Instant> nextTry) {}
