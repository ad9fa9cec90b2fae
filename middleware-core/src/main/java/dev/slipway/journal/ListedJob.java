package dev.slipway.journal;

import dev.slipway.job.JobWords;
import java.time.Duration;
import java.util.Optional;

/**
 * A job as a list shows it.
 *
 * @param ran the time of the run; empty before its end
 * @param program the program, by the name in the document
 */
public record ListedJob(JobRow row, Optional<Duration> ran, String program, JobWords words) {}
