package dev.slipway.job;

import java.time.Instant;

/**
 * An event with its position in the journal.
 *
 * @param sequence 1 for the job's first event, without gaps
 * @param at the time of its recording, to the microsecond
 */
public record RecordedEvent(long sequence, Instant at, JobEvent event) {}
