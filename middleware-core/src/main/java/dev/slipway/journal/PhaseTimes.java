package dev.slipway.journal;

import dev.slipway.job.JobToken;
import java.time.Duration;

/** The durations of the phases of a job that is done. */
public record PhaseTimes(JobToken token, String partition, Duration stageIn, Duration run, Duration stageOut) {}
