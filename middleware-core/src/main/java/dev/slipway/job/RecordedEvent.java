package dev.slipway.job;

import java.time.Instant;

/**
 * An event in its place.
 *
 * @param sequence 1 for the job's first event, without gaps
 * @param at when it was recorded, to the microsecond
 */
public record RecordedEvent(long sequence, Instant at, JobEvent event) {}
