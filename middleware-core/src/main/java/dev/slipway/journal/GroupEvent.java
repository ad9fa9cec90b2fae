package dev.slipway.journal;

import dev.slipway.job.JobToken;
import dev.slipway.job.RecordedEvent;

/**
 * One event of one of a group's jobs.
 *
 * @param number its place among the events of all of them, by time, from 1
 * @param element which of the sweep's elements the job is
 */
public record GroupEvent(long number, JobToken job, int element, RecordedEvent event) {}
