package dev.slipway.journal;

import dev.slipway.job.JobToken;
import java.time.Duration;

/** How long a job that is done took for each phase of its work. */
public record PhaseTimes(JobToken token, String partition, Duration stageIn, Duration run, Duration stageOut) {}
